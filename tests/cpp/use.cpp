// The C++ binding: ownership, every wrapper once, results and statuses. Built without exceptions and without run-time type information.
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
    CHECK(mcp::error::header_mismatch().value_or(mcp::error()).code() == mcp::code::header_mismatch);
    CHECK(mcp::error::from_jsonrpc("x").value_or(mcp::error()).kind() == mcp::kind::none);
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
    CHECK(e.has_data() && !e.is_built() && !e.id_json() && e.location().empty() && e.last_event_id().empty() && !e.retry_ms());
    CHECK(e.challenge_error().empty() && e.resource_metadata().empty() && e.message_type() == mcp::message_type::none);
    auto all = e.view();
    CHECK(all && all->code == -32021 && all->flags & mcp::flag::modern);
    const mcp::error nothing;
    CHECK(nothing.view().status() == mcp::status::invalid_argument);
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
    auto late = mcp::error::from_jsonrpc("{}", 99);
    CHECK(late.failure().parameter == "http_status" && late.failure().member.empty() && !late.failure().problem.empty() && late.failure().offset == SIZE_MAX);
    CHECK(mcp::error::from_jsonrpc("[1,]").failure().offset == 3 && result.failure().parameter.empty());
    const auto wants = R"({"id":1,"result":{"resultType":"input_required","requestState":"s"}})"sv;
    auto input = mcp::error::from_answer(wants, R"({"era":"modern","method":"tools/call"})");
    CHECK(input && input->kind() == mcp::kind::input_required_error && input->id_json() == "1" && input->message_type() == mcp::message_type::result);
    CHECK(mcp::error::from_answer(wants, R"({"tried":{"reissue":-1}})").failure().member == "tried.reissue");
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
    answer.status = 200;
    answer.body = wants;
    CHECK(mcp::error::from_http(answer).status() == mcp::status::not_an_error);
    answer.context_json = R"({"era":"modern","method":"tools/call"})";
    CHECK(mcp::error::from_http(answer)->kind() == mcp::kind::input_required_error);
    answer.status = 307;
    answer.location = "/mcp";
    CHECK(mcp::error::from_http(answer)->location() == "/mcp");
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
    CHECK(advice->declare_json() == R"({"elicitation":{"url":{}}})" && advice->missing_json() && advice->era() == mcp::era::inconclusive);
    CHECK(advice->context_json() && advice->context_json()->find("\"declare_capabilities\":1") != std::string_view::npos);
    CHECK(advice->scopes().empty() && advice->resource_metadata().empty() && advice->last_event_id().empty() && !advice->cancel());
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
    CHECK(mcp::code::is_resource_not_found(-32602, true) && mcp::code::may_emit(-32002) == mcp::emission::forbidden);
    CHECK(mcp::code::data_is_well_formed(mcp::kind::server_error, {}) && mcp::code::verdicts(mcp::kind::header_mismatch_error, -32020, 400, true) & mcp::flag::modern);
    CHECK(mcp::code::http_status(-32601, mcp::origin::handler) == 404);
}

static void serving() {
    const auto server = R"({"versions":["2026-07-28"],"methods":null,"required":{},"headers":null})"sv;
    auto refusal = mcp::check_request("{", server);
    CHECK(refusal && *refusal && refusal->code() == -32700);
    auto pass = mcp::check_request(R"({"jsonrpc":"2.0","method":"n"})", server);
    CHECK(pass && !*pass);
    CHECK(mcp::check_request("{}", "[]").status() == mcp::status::invalid_argument);
    const auto call = R"({"jsonrpc":"2.0","id": "x","method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}})"sv;
    auto read = mcp::read_request(call);
    CHECK(read && mcp::at(call, read->id) == "\"x\"" && read->message_type == MCP_MESSAGE_REQUEST && !mcp::read_request("{"));
    CHECK(mcp::request_headers(call)->view() == R"({"MCP-Protocol-Version":"2026-07-28","Mcp-Method":"tools/list"})");
    CHECK(mcp::request_headers(call, "[]").failure().parameter == "input_schema_json");
    mcp::object context;
    mcp::failure why;
    CHECK(context.json().empty() && context.set("purpose", "pro\"be") == mcp::status::ok && context.set_json("x", "[1]") == mcp::status::ok);
    CHECK(context.json() == R"({"purpose":"pro\"be","x":[1]})" && context.remove("x") == mcp::status::ok);
    CHECK(context.set_json("x", "[", &why) == mcp::status::invalid_json && why.parameter == "value" && why.offset == 1);
    CHECK(context.json() == R"({"purpose":"pro\"be"})");
    auto refused = mcp::negotiate("{}", context.json());
    CHECK(!refused && refused.status() == mcp::status::invalid_argument && refused.failure().member == "purpose");
    CHECK(context.set("purpose", "initialize") == mcp::status::ok && context.set_json("client_versions", R"(["2025-11-25"])") == mcp::status::ok);
    auto agreed = mcp::negotiate(R"({"result":{"protocolVersion":"2025-11-25"}})", context.json());
    CHECK(agreed && agreed->action() == mcp::action::go_on && agreed->version() == "2025-11-25");
}

static void streaming() {
    auto made = mcp::sse_reader::create();
    CHECK(made && *made);
    mcp::sse_reader reader = *std::move(made);
    CHECK(reader.push("id: 1\nretry: 5\ndata: {}") == mcp::status::ok && !reader.next()->has);
    CHECK(reader.push("\n\n") == mcp::status::ok);
    auto message = reader.next();
    CHECK(message && message->has && !message->too_large && message->data == "{}" && reader.last_event_id() == "1" && reader.retry_ms() == 5u);
    CHECK(reader.finish() == mcp::status::ok && reader.push("x") == mcp::status::invalid_argument && !reader.next()->has);
    CHECK(mcp::sse_reader().push("x") == mcp::status::invalid_argument);
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
    mcp_span id{};
    CHECK(mcp::message_type_of(R"({"id":9,"result":1})", &id) == mcp::message_type::result && id.length == 1 && mcp::message_type_of("x") == mcp::message_type::not_json);
    CHECK(mcp::classify_packed(R"({"result":1})") == mcp::packed::result && mcp::classify_packed("x") == mcp::packed::none && mcp::classify_packed(R"({"error":{"code":-32601,"message":"m"}})") >= 0);
    CHECK(mcp::name(mcp::message_type::batch) == "batch" && mcp::encode("a\"") == R"("a\"")" && mcp::version_number() == MCP_ERRORS_VERSION_NUMBER);
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
    streaming();
    classifying();
    std::printf("use: %d checks, %d failed\n", total, failed);
    return failed != 0 || total == 0;
}
