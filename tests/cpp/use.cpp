// The C++ face: ownership, every wrapper once, results and statuses. Built without exceptions and without run-time type information.
#include "mcp_errors.hpp"
#include "mcp_errors.hpp"

#include <cstdio>
#include <type_traits>

static int total, failed;
#define CHECK(...)                                                    \
    do {                                                              \
        total++;                                                      \
        if (!(__VA_ARGS__)) {                                         \
            failed++;                                                 \
            std::printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #__VA_ARGS__); \
        }                                                             \
    } while (0)

using namespace std::literals;

template <class T>
constexpr bool moves_only = std::is_nothrow_move_constructible_v<T> && std::is_nothrow_move_assignable_v<T> && !std::is_copy_constructible_v<T> &&
                            !std::is_copy_assignable_v<T> && std::is_nothrow_destructible_v<T> && std::is_nothrow_default_constructible_v<T>;
static_assert(moves_only<mcp::error> && moves_only<mcp::advice> && moves_only<mcp::text>);
static_assert(sizeof(mcp::error) == sizeof(void *) && sizeof(mcp::advice) == sizeof(void *));
static_assert(sizeof(mcp::kind) == sizeof(mcp_kind) && std::is_same_v<std::underlying_type_t<mcp::status>, mcp_status>);
static_assert(!std::is_convertible_v<mcp::error, bool> && !std::is_convertible_v<mcp::result<mcp::error>, bool>);

static const auto missing = R"({"code":-32021,"message":"m\u0000","data":{"requiredCapabilities":{"elicitation":{"url":{}}}}})"sv;

static void ownership() {
    auto made = mcp::error::from_jsonrpc(missing, 400);
    CHECK(made && made.status() == mcp::status::ok);
    mcp::error first = *std::move(made);
    mcp::error second = std::move(first);
    CHECK(!first && second);
    CHECK(first.kind() == mcp::kind::none && first.message().empty() && !first.code() && !first.data_json() && !first.http_status());
    mcp::error third = second.clone();
    CHECK(third.get() == second.get());
    auto message = third.message();
    second = mcp::error();
    CHECK(message == "m\0"sv);
    auto *self = &third;
    third = std::move(*self); // an assignment to itself loses nothing
    CHECK(third.message() == "m\0"sv);
    mcp_error *raw = third.release();
    CHECK(!third && raw);
    mcp::error fourth(raw);
    CHECK(fourth.is_modern());
    fourth = *mcp::error::header_mismatch("other");
    CHECK(fourth.message() == "other");
}

static void reading() {
    mcp::error e = *mcp::error::from_jsonrpc(missing, 400);
    CHECK(e.kind() == mcp::kind::missing_required_client_capability_error && e.is_a(mcp::kind::server_error));
    CHECK(mcp::name(e.kind()) == "MissingRequiredClientCapabilityError" && mcp::parent(e.kind()) == mcp::kind::server_error);
    CHECK(e.code() == -32021 && e.code_text() == "-32021" && e.http_status() == 400 && !e.is_local() && e.message_is_string());
    CHECK(e.data_json() == R"({"requiredCapabilities":{"elicitation":{"url":{}}}})" && e.required_caps_json() == R"({"elicitation":{"url":{}}})");
    CHECK(e.is_well_formed() && e.is_modern() && e.is_modern_http() && e.is_modern_for_probe() && e.is_protocol_error());
    CHECK(!e.is_era_inconclusive() && e.malformed_reason().empty() && e.scope().empty() && e.retry_after().empty() && !e.requested_json());
    CHECK(e.log_line().find("elicitation.url") != std::string_view::npos);
    auto again = mcp::error::from_view_json(e.view_json());
    CHECK(again && again->view_json() == e.view_json());
    e = *mcp::error::from_jsonrpc(R"({"code":-32022,"message":"m","data":{"supported":["a","b"],"requested":null}})"sv);
    CHECK(e.supported_count() == 2 && e.supported_at(1) == "b" && e.supported_at(2).empty() && e.requested_json() == "null");
    CHECK(e.supported_suffix() == " (server supports: a, b)" && !e.http_status() && !e.is_well_formed() && !e.malformed_reason().empty());
    e = *mcp::error::from_jsonrpc(R"({"code":1e5,"data":null})"sv);
    CHECK(!e.code() && e.data_json() == "null");
}

static void responses() {
    auto result = mcp::error::from_response(R"({"result":{}})"sv);
    CHECK(!result && result.status() == mcp::status::not_an_error && !mcp::name(result.status()).empty());
    CHECK(mcp::error::from_response({})->kind() == mcp::kind::transport_error);
    CHECK(mcp::error::from_jsonrpc({}).status() == mcp::status::invalid_json);
    CHECK(mcp::error::from_jsonrpc("{}", 99).status() == mcp::status::invalid_argument);
    mcp::http_response answer;
    answer.status = 429;
    answer.retry_after = "2";
    auto e = mcp::error::from_http(answer);
    CHECK(e && e->kind() == mcp::kind::transient_server_error && e->retry_after() == "2" && e->is_era_inconclusive());
    auto advice = e->advise();
    CHECK(advice && advice->action() == mcp::action::back_off && advice->delay_ms() == 2000u && !advice->version());
    answer = {};
    answer.status = 403;
    answer.www_authenticate = "Bearer error=\"insufficient_scope\", scope=\"a\"";
    e = mcp::error::from_http(answer);
    CHECK(e->kind() == mcp::kind::insufficient_scope_error && e->scope() == "a" && e->description().empty());
    answer = {};
    CHECK(mcp::error::from_http(answer).status() == mcp::status::invalid_argument);
    answer.status = 200;
    answer.content_type = "text/event-stream";
    answer.body = "data: {\"error\":{}}\n\n";
    CHECK(mcp::error::from_http(answer)->kind() == mcp::kind::server_error);
}

static void building() {
    CHECK(mcp::error::local(mcp::kind::request_timeout_error, "late")->is_local());
    CHECK(mcp::error::local(mcp::kind::none, "x").status() == mcp::status::invalid_argument);
    auto e = mcp::error::server(mcp::kind::server_error, "m", -5, "[1]"sv, 500);
    CHECK(e && e->code() == -5 && e->data_json() == "[1]" && e->http_status() == 500);
    CHECK(e->to_json()->view() == R"({"code":-5,"message":"m","data":[1]})");
    e = mcp::error::server(mcp::kind::server_error, {});
    CHECK(e && !e->code() && !e->data_json() && e->to_json().status() == mcp::status::invalid_argument);
    CHECK(mcp::error::server(mcp::kind::server_error, {}, 1, std::string_view()).status() == mcp::status::invalid_json);
    CHECK(mcp::error::insufficient_scope("m", "s", "d")->description() == "d");
    CHECK(mcp::error::missing_capability("[\"roots\"]").status() == mcp::status::invalid_argument);
    auto version = mcp::error::unsupported_version("b", R"(["a","b"])");
    CHECK(version && version->supported_count() == 1 && version->to_response_json("\"id\"")->view().find("\"id\":\"id\"") != std::string_view::npos);
    CHECK(version->to_response_json().status() == mcp::status::ok && version->to_response_json("{}").status() == mcp::status::invalid_argument);
    e = mcp::error::server(mcp::kind::server_error, "m", -32002);
    CHECK(e->to_json().status() == mcp::status::forbidden_code);
}

static void deciding() {
    mcp::error e = *mcp::error::from_jsonrpc(missing, 400);
    CHECK(e.era(mcp::transport::http) == mcp::era::modern && mcp::error().era(mcp::transport::http) == mcp::era::none);
    auto advice = e.advise(R"({"supported_caps":{"elicitation":{"url":{}}}})");
    CHECK(advice && advice->action() == mcp::action::declare_capabilities && advice->reason() == mcp::reason::capability_undeclared);
    CHECK(advice->declare_json() == R"({"elicitation":{"url":{}}})" && advice->missing_json() && advice->era() == mcp::era::modern);
    CHECK(!advice->text().empty() && !advice->json().empty() && !advice->delay_ms());
    mcp::advice moved = *std::move(advice);
    e = mcp::error();
    CHECK(moved && !moved.text().empty());
    CHECK(e.advise().status() == mcp::status::invalid_argument && mcp::advice().action() == mcp::action::none);
    CHECK(mcp::caps::missing("{}", R"({"roots":{}})")->view() == R"({"roots":{}})" && mcp::caps::missing("[]", {}).status() == mcp::status::invalid_argument);
    CHECK(mcp::caps::declare({}, R"({"roots":{}})", R"({"roots":{"x":1}})")->view() == R"({"roots":{"x":1}})");
    CHECK(mcp::caps::for_input_request("roots/list")->view() == R"({"roots":{}})" && mcp::caps::is_well_formed("{}"));
    CHECK(mcp::code::kind_of(-32020) == mcp::kind::header_mismatch_error && mcp::code::name(-32020) == "HeaderMismatch");
    CHECK(mcp::code::name(5).empty() && !mcp::code::draft_name(-32003).empty() && mcp::code::is_modern(-32022));
    CHECK(mcp::code::is_resource_not_found(-32602, true) && mcp::code::may_emit(-32002) == mcp::emit::forbidden);
    CHECK(mcp::code::http_status(-32601, mcp::origin::handler) == 404);
}

static void serving() {
    const auto server = R"({"versions":["2026-07-28"],"methods":null,"required":{},"headers":null})"sv;
    auto refusal = mcp::check_request("{", server);
    CHECK(refusal && *refusal && refusal->code() == -32700);
    auto pass = mcp::check_request(R"({"jsonrpc":"2.0","method":"n"})", server);
    CHECK(pass && !*pass);
    CHECK(mcp::check_request("{}", "[]").status() == mcp::status::invalid_argument);
    CHECK(*mcp::request_id(R"({"id": "x"})") == "\"x\"" && mcp::request_id("{}")->empty() && !mcp::request_id("{"));
}

static void classifying() {
    auto c = mcp::classify(missing, 400);
    CHECK(c && c->code == -32021 && c->flags & MCP_FLAG_MESSAGE_NEEDS_DECODING);
    CHECK(mcp::decode(*mcp::at(missing, c->message)) == "m\0"sv && mcp::at(missing, c->required_capabilities) == R"({"elicitation":{"url":{}}})");
    CHECK(!mcp::at(missing, c->supported) && !mcp::at(missing, mcp_span{missing.size(), 1}) && mcp::at("", mcp_span{0, 0}));
    CHECK(mcp::classify_response(R"({"result":1})")->flags == MCP_FLAG_NOT_AN_ERROR && !mcp::classify("x"));
    CHECK(mcp::sse_response("data: {\"result\":1}\n\n")->view() == R"({"result":1})");
    auto none = mcp::sse_response(": nothing");
    CHECK(none && !*none && none->view().empty() && *none->c_str() == '\0');
    std::size_t offset = 0;
    CHECK(mcp::json_check("[1,]", &offset) == mcp::status::invalid_json && offset == 3 && mcp::json_check("1") == mcp::status::ok);
    CHECK(mcp::decode({}).empty() && mcp::abi_fits() && !mcp::version().empty());
    mcp::text text = *mcp::caps::missing({}, {});
    mcp::text moved = std::move(text);
    CHECK(!text && std::string_view(moved) == "{}");
}

int main() {
    ownership();
    reading();
    responses();
    building();
    deciding();
    serving();
    classifying();
    std::printf("use: %d checks, %d failed\n", total, failed);
    return failed != 0 || total == 0;
}
