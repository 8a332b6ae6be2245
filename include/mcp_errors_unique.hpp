/// mcp_errors.hpp over mcp_errors_unique.h: names that no other library has, in the namespace mcp_errors. For programs that use another
/// library for MCP as well. Generated. Include one of the two in a unit.
/// mcp-errors for C++17: header only, over mcp_errors.h.
///
/// - mcp_errors::error, mcp_errors::advice and mcp_errors::sse_reader own a handle: they move and do not copy, and free it at their end. An empty one (moved
///   from, or built by default) behaves as NULL does in C: no kind, no code, empty text.
/// - What can fail returns mcp_errors::result<T>: true with a value, or false with a mcp_errors::status and a mcp_errors::failure that says what was wrong
///   with an argument. Nothing throws; exceptions and run-time type information may be off. Only decode() and encode() allocate memory
///   of C++'s.
/// - Text in is std::string_view; a default-constructed one is "absent" where a parameter may be. Text out is std::string_view into
///   the handle: valid as long as the handle, or a clone of it, lives. Views of a temporary do not compile, or warn with clang.
/// - A handle may be read from any number of threads at once; it is moved from and destroyed by one. A reader belongs to one thread.
///
/// What the functions mean is said in mcp_errors.h, under the name that each one calls.
#ifndef MCP_ERRORS_UNIQUE_HPP
#define MCP_ERRORS_UNIQUE_HPP

#include "mcp_errors_unique.h"
/// The enumerations and constants of mcp_errors.h as enum classes and constants of C++. Included by mcp_errors.hpp.
///
/// A number of a later library, which has no name here, is carried as it is.
#ifndef MCP_ERRORS_UNIQUE_ENUMS_HPP
#define MCP_ERRORS_UNIQUE_ENUMS_HPP

#include "mcp_errors_unique.h"

#include <cstdint>

/// The namespace of everything here; define it before the include to choose another, as where another library has an `mcp_errors`.
#ifndef MCP_ERRORS_NAMESPACE
#define MCP_ERRORS_NAMESPACE mcp_errors
#endif

namespace MCP_ERRORS_NAMESPACE {

/// The outcome of a call that can fail.
enum class status : std::int32_t {
    ok = MCP_ERRORS_STATUS_OK,
    invalid_argument = MCP_ERRORS_STATUS_INVALID_ARGUMENT,
    invalid_json = MCP_ERRORS_STATUS_INVALID_JSON,
    not_an_error = MCP_ERRORS_STATUS_NOT_AN_ERROR,
    forbidden_code = MCP_ERRORS_STATUS_FORBIDDEN_CODE,
    internal = MCP_ERRORS_STATUS_INTERNAL,
    out_of_memory = MCP_ERRORS_STATUS_OUT_OF_MEMORY,
};

/// The class of an error.
enum class kind : std::int32_t {
    none = MCP_ERRORS_KIND_NONE,
    mcp_errors_error = MCP_ERRORS_KIND_MCP_ERROR,
    tool_not_found = MCP_ERRORS_KIND_TOOL_NOT_FOUND,
    prompt_not_found = MCP_ERRORS_KIND_PROMPT_NOT_FOUND,
    resource_not_found = MCP_ERRORS_KIND_RESOURCE_NOT_FOUND,
    server_not_found = MCP_ERRORS_KIND_SERVER_NOT_FOUND,
    tool_call_error = MCP_ERRORS_KIND_TOOL_CALL_ERROR,
    prompt_get_error = MCP_ERRORS_KIND_PROMPT_GET_ERROR,
    resource_read_error = MCP_ERRORS_KIND_RESOURCE_READ_ERROR,
    capability_error = MCP_ERRORS_KIND_CAPABILITY_ERROR,
    validation_error = MCP_ERRORS_KIND_VALIDATION_ERROR,
    ambiguous_tool_name = MCP_ERRORS_KIND_AMBIGUOUS_TOOL_NAME,
    ambiguous_prompt_name = MCP_ERRORS_KIND_AMBIGUOUS_PROMPT_NAME,
    ambiguous_resource_uri = MCP_ERRORS_KIND_AMBIGUOUS_RESOURCE_URI,
    transport_detection_error = MCP_ERRORS_KIND_TRANSPORT_DETECTION_ERROR,
    task_not_found = MCP_ERRORS_KIND_TASK_NOT_FOUND,
    connection_error = MCP_ERRORS_KIND_CONNECTION_ERROR,
    server_error = MCP_ERRORS_KIND_SERVER_ERROR,
    transport_error = MCP_ERRORS_KIND_TRANSPORT_ERROR,
    task_error = MCP_ERRORS_KIND_TASK_ERROR,
    session_changed_error = MCP_ERRORS_KIND_SESSION_CHANGED_ERROR,
    insufficient_scope_error = MCP_ERRORS_KIND_INSUFFICIENT_SCOPE_ERROR,
    modern_server_error = MCP_ERRORS_KIND_MODERN_SERVER_ERROR,
    method_not_found_error = MCP_ERRORS_KIND_METHOD_NOT_FOUND_ERROR,
    header_mismatch_error = MCP_ERRORS_KIND_HEADER_MISMATCH_ERROR,
    missing_required_client_capability_error = MCP_ERRORS_KIND_MISSING_REQUIRED_CLIENT_CAPABILITY_ERROR,
    unsupported_protocol_version_error = MCP_ERRORS_KIND_UNSUPPORTED_PROTOCOL_VERSION_ERROR,
    input_required_error = MCP_ERRORS_KIND_INPUT_REQUIRED_ERROR,
    invalid_result_error = MCP_ERRORS_KIND_INVALID_RESULT_ERROR,
    transient_server_error = MCP_ERRORS_KIND_TRANSIENT_SERVER_ERROR,
    request_timeout_error = MCP_ERRORS_KIND_REQUEST_TIMEOUT_ERROR,
    response_stream_closed_error = MCP_ERRORS_KIND_RESPONSE_STREAM_CLOSED_ERROR,
    response_too_large_error = MCP_ERRORS_KIND_RESPONSE_TOO_LARGE_ERROR,
    task_replaced_error = MCP_ERRORS_KIND_TASK_REPLACED_ERROR,
};

/// Whether a code may be sent. Not called emit, which is a macro of Qt.
enum class emission : std::int32_t {
    none = MCP_ERRORS_EMIT_NONE,
    ok = MCP_ERRORS_EMIT_OK,
    discouraged = MCP_ERRORS_EMIT_DISCOURAGED,
    forbidden = MCP_ERRORS_EMIT_FORBIDDEN,
};

/// Where in a server an error arose.
enum class origin : std::int32_t {
    protocol = MCP_ERRORS_ORIGIN_PROTOCOL,
    handler = MCP_ERRORS_ORIGIN_HANDLER,
};

/// The transport that a response came over.
enum class transport : std::int32_t {
    stdio = MCP_ERRORS_TRANSPORT_STDIO,
    http = MCP_ERRORS_TRANSPORT_HTTP,
};

/// The era of a server.
enum class era : std::int32_t {
    none = MCP_ERRORS_ERA_NONE,
    modern = MCP_ERRORS_ERA_MODERN,
    modern_without_discover = MCP_ERRORS_ERA_MODERN_WITHOUT_DISCOVER,
    legacy = MCP_ERRORS_ERA_LEGACY,
    inconclusive = MCP_ERRORS_ERA_INCONCLUSIVE,
};

/// What the host should do.
enum class action : std::int32_t {
    none = MCP_ERRORS_ACTION_NONE,
    give_up = MCP_ERRORS_ACTION_GIVE_UP,
    step_up = MCP_ERRORS_ACTION_STEP_UP,
    authenticate = MCP_ERRORS_ACTION_AUTHENTICATE,
    initialize = MCP_ERRORS_ACTION_INITIALIZE,
    back_off = MCP_ERRORS_ACTION_BACK_OFF,
    reissue = MCP_ERRORS_ACTION_REISSUE,
    retry_with_version = MCP_ERRORS_ACTION_RETRY_WITH_VERSION,
    declare_capabilities = MCP_ERRORS_ACTION_DECLARE_CAPABILITIES,
    refresh_tools = MCP_ERRORS_ACTION_REFRESH_TOOLS,
    continue_without_discover = MCP_ERRORS_ACTION_CONTINUE_WITHOUT_DISCOVER,
    new_session = MCP_ERRORS_ACTION_NEW_SESSION,
    complete_elicitations = MCP_ERRORS_ACTION_COMPLETE_ELICITATIONS,
    restart_pagination = MCP_ERRORS_ACTION_RESTART_PAGINATION,
    resume_stream = MCP_ERRORS_ACTION_RESUME_STREAM,
    answer_inputs = MCP_ERRORS_ACTION_ANSWER_INPUTS,
    read_on = MCP_ERRORS_ACTION_READ_ON,
    try_http_sse = MCP_ERRORS_ACTION_TRY_HTTP_SSE,
    reprobe = MCP_ERRORS_ACTION_REPROBE,
    go_on = MCP_ERRORS_ACTION_GO_ON,
};

/// Why.
enum class reason : std::int32_t {
    none = MCP_ERRORS_REASON_NONE,
    insufficient_scope = MCP_ERRORS_REASON_INSUFFICIENT_SCOPE,
    unauthorized = MCP_ERRORS_REASON_UNAUTHORIZED,
    access_denied = MCP_ERRORS_REASON_ACCESS_DENIED,
    no_answer = MCP_ERRORS_REASON_NO_ANSWER,
    transient = MCP_ERRORS_REASON_TRANSIENT,
    maybe_executed = MCP_ERRORS_REASON_MAYBE_EXECUTED,
    stream_lost = MCP_ERRORS_REASON_STREAM_LOST,
    retry_limit = MCP_ERRORS_REASON_RETRY_LIMIT,
    version_mismatch = MCP_ERRORS_REASON_VERSION_MISMATCH,
    version_contradiction = MCP_ERRORS_REASON_VERSION_CONTRADICTION,
    no_common_version = MCP_ERRORS_REASON_NO_COMMON_VERSION,
    nothing_missing = MCP_ERRORS_REASON_NOTHING_MISSING,
    capability_unavailable = MCP_ERRORS_REASON_CAPABILITY_UNAVAILABLE,
    capability_undeclared = MCP_ERRORS_REASON_CAPABILITY_UNDECLARED,
    header_mismatch = MCP_ERRORS_REASON_HEADER_MISMATCH,
    method_not_found = MCP_ERRORS_REASON_METHOD_NOT_FOUND,
    not_retryable = MCP_ERRORS_REASON_NOT_RETRYABLE,
    not_modern = MCP_ERRORS_REASON_NOT_MODERN,
    session_gone = MCP_ERRORS_REASON_SESSION_GONE,
    elicitation_required = MCP_ERRORS_REASON_ELICITATION_REQUIRED,
    invalid_cursor = MCP_ERRORS_REASON_INVALID_CURSOR,
    redirected = MCP_ERRORS_REASON_REDIRECTED,
    input_required = MCP_ERRORS_REASON_INPUT_REQUIRED,
    invalid_result = MCP_ERRORS_REASON_INVALID_RESULT,
    not_a_response = MCP_ERRORS_REASON_NOT_A_RESPONSE,
    not_mcp = MCP_ERRORS_REASON_NOT_MCP,
    not_streamable_http = MCP_ERRORS_REASON_NOT_STREAMABLE_HTTP,
    era_contradicted = MCP_ERRORS_REASON_ERA_CONTRADICTED,
    agreed = MCP_ERRORS_REASON_AGREED,
};

/// What a text is.
enum class message_type : std::int32_t {
    none = MCP_ERRORS_MESSAGE_NONE,
    empty = MCP_ERRORS_MESSAGE_EMPTY,
    not_json = MCP_ERRORS_MESSAGE_NOT_JSON,
    framing = MCP_ERRORS_MESSAGE_FRAMING,
    error = MCP_ERRORS_MESSAGE_ERROR,
    result = MCP_ERRORS_MESSAGE_RESULT,
    request = MCP_ERRORS_MESSAGE_REQUEST,
    notification = MCP_ERRORS_MESSAGE_NOTIFICATION,
    batch = MCP_ERRORS_MESSAGE_BATCH,
    other = MCP_ERRORS_MESSAGE_OTHER,
};

/// The bits of mcp_errors_classification::flags, mcp_errors_view::flags and code::verdicts.
namespace flag {
inline constexpr std::uint32_t well_formed = MCP_ERRORS_FLAG_WELL_FORMED;
inline constexpr std::uint32_t modern = MCP_ERRORS_FLAG_MODERN;
inline constexpr std::uint32_t modern_http = MCP_ERRORS_FLAG_MODERN_HTTP;
inline constexpr std::uint32_t modern_for_probe = MCP_ERRORS_FLAG_MODERN_FOR_PROBE;
inline constexpr std::uint32_t protocol_error = MCP_ERRORS_FLAG_PROTOCOL_ERROR;
inline constexpr std::uint32_t era_inconclusive = MCP_ERRORS_FLAG_ERA_INCONCLUSIVE;
inline constexpr std::uint32_t has_code = MCP_ERRORS_FLAG_HAS_CODE;
inline constexpr std::uint32_t code_overflow = MCP_ERRORS_FLAG_CODE_OVERFLOW;
inline constexpr std::uint32_t has_data = MCP_ERRORS_FLAG_HAS_DATA;
inline constexpr std::uint32_t message_is_string = MCP_ERRORS_FLAG_MESSAGE_IS_STRING;
inline constexpr std::uint32_t message_needs_decoding = MCP_ERRORS_FLAG_MESSAGE_NEEDS_DECODING;
inline constexpr std::uint32_t data_not_utf8 = MCP_ERRORS_FLAG_DATA_NOT_UTF8;
inline constexpr std::uint32_t not_an_error = MCP_ERRORS_FLAG_NOT_AN_ERROR;
} // namespace flag

/// The codes that have a name.
namespace code {
inline constexpr std::int64_t parse_error = MCP_ERRORS_CODE_PARSE_ERROR;
inline constexpr std::int64_t invalid_request = MCP_ERRORS_CODE_INVALID_REQUEST;
inline constexpr std::int64_t method_not_found = MCP_ERRORS_CODE_METHOD_NOT_FOUND;
inline constexpr std::int64_t invalid_params = MCP_ERRORS_CODE_INVALID_PARAMS;
inline constexpr std::int64_t internal_error = MCP_ERRORS_CODE_INTERNAL_ERROR;
inline constexpr std::int64_t header_mismatch = MCP_ERRORS_CODE_HEADER_MISMATCH;
inline constexpr std::int64_t missing_required_client_capability = MCP_ERRORS_CODE_MISSING_REQUIRED_CLIENT_CAPABILITY;
inline constexpr std::int64_t unsupported_protocol_version = MCP_ERRORS_CODE_UNSUPPORTED_PROTOCOL_VERSION;
inline constexpr std::int64_t legacy_resource_not_found = MCP_ERRORS_CODE_LEGACY_RESOURCE_NOT_FOUND;
inline constexpr std::int64_t legacy_url_elicitation_required = MCP_ERRORS_CODE_LEGACY_URL_ELICITATION_REQUIRED;
} // namespace code

/// What classify_packed returns where the number has no error in it.
namespace packed {
inline constexpr std::int64_t none = MCP_ERRORS_PACKED_NONE;
inline constexpr std::int64_t result = MCP_ERRORS_PACKED_RESULT;
} // namespace packed

} // namespace MCP_ERRORS_NAMESPACE

#endif

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#if defined(__has_include)
#if __has_include(<version>)
#include <version>
#endif
#endif
#ifdef __cpp_lib_expected
#include <expected>
#endif

#if defined(__has_cpp_attribute)
#if __has_cpp_attribute(clang::lifetimebound)
#define MCP_ERRORS_BOUND [[clang::lifetimebound]]
#endif
#endif
#ifndef MCP_ERRORS_BOUND
#define MCP_ERRORS_BOUND
#endif

namespace MCP_ERRORS_NAMESPACE {

/// What was wrong with an argument; empty texts where nothing was, or the call does not say. All texts are static.
struct failure {
    std::string_view parameter{}; ///< Such as "context_json".
    std::string_view member{};    ///< Such as "tried.reissue"; empty if the parameter itself is wrong.
    std::string_view problem{};   ///< Such as "must be an object".
    std::size_t offset = SIZE_MAX; ///< Where JSON goes wrong, for status::invalid_json.
};

namespace detail {
// Classes have members of these names.
using status_t = status;
using kind_t = kind;
using era_t = era;
using action_t = action;
using reason_t = reason;
using transport_t = transport;
using message_type_t = message_type;
using failure_t = failure;

inline std::string_view view(mcp_errors_str text) noexcept { return {text.ptr, text.len}; }
inline std::string_view view(const char *text) noexcept { return text != nullptr ? std::string_view(text) : std::string_view(); }
/// Empty text is none.
inline std::optional<std::string_view> some(mcp_errors_str text) noexcept {
    return text.len != 0 ? std::optional<std::string_view>(view(text)) : std::nullopt;
}
/// A cast that is none between equal types, for -Wuseless-cast.
template <class To, class From> constexpr To to(From value) noexcept {
    if constexpr (std::is_same_v<To, From>)
        return value;
    else
        return static_cast<To>(value);
}
/// The failure of one call.
struct explained {
    mcp_errors_failure c{};
    explained() noexcept { c.struct_size = sizeof c; }
    operator mcp_errors_failure *() noexcept { return &c; }
    operator failure() const noexcept {
        return c.parameter != nullptr ? failure{view(c.parameter), view(c.member), view(c.problem), c.offset} : failure{};
    }
};
} // namespace detail

/// The version of the library, such as "0.1.0", and as a number like MCP_ERRORS_VERSION_NUMBER.
[[nodiscard]] inline std::string_view version() noexcept { return detail::view(mcp_errors_version()); }
[[nodiscard]] inline std::uint32_t version_number() noexcept { return mcp_errors_version_number(); }
/// Whether the library that runs speaks the ABI of the header that this was compiled with.
[[nodiscard]] inline bool abi_fits() noexcept { return mcp_errors_abi_version() == MCP_ERRORS_ABI_VERSION; }

/// A sentence about a status; the name of a number of each enumeration, empty for an unknown one.
[[nodiscard]] inline std::string_view name(status value) noexcept { return detail::view(mcp_errors_status_text(static_cast<mcp_errors_status>(value))); }
[[nodiscard]] inline std::string_view name(kind value) noexcept { return detail::view(mcp_errors_kind_name(static_cast<mcp_errors_kind>(value))); }
[[nodiscard]] inline std::string_view name(emission value) noexcept { return detail::view(mcp_errors_emit_name(static_cast<mcp_errors_emit>(value))); }
[[nodiscard]] inline std::string_view name(origin value) noexcept { return detail::view(mcp_errors_origin_name(static_cast<mcp_errors_origin>(value))); }
[[nodiscard]] inline std::string_view name(transport value) noexcept { return detail::view(mcp_errors_transport_name(static_cast<mcp_errors_transport>(value))); }
[[nodiscard]] inline std::string_view name(era value) noexcept { return detail::view(mcp_errors_era_name(static_cast<mcp_errors_era>(value))); }
[[nodiscard]] inline std::string_view name(action value) noexcept { return detail::view(mcp_errors_action_name(static_cast<mcp_errors_action>(value))); }
[[nodiscard]] inline std::string_view name(reason value) noexcept { return detail::view(mcp_errors_reason_name(static_cast<mcp_errors_reason>(value))); }
[[nodiscard]] inline std::string_view name(message_type value) noexcept {
    return detail::view(mcp_errors_message_type_name(static_cast<mcp_errors_message_type>(value)));
}

/// The class tree.
[[nodiscard]] inline kind parent(kind value) noexcept { return static_cast<kind>(mcp_errors_kind_parent(static_cast<mcp_errors_kind>(value))); }
[[nodiscard]] inline bool is_a(kind value, kind ancestor) noexcept {
    return mcp_errors_kind_is_a(static_cast<mcp_errors_kind>(value), static_cast<mcp_errors_kind>(ancestor));
}

/// A value, or the status that says why there is none. As with std::optional, only a true one may be dereferenced.
template <class T> class [[nodiscard]] result {
  public:
    result(detail::status_t status, detail::failure_t why = {}) noexcept : status_(status), failure_(why) {}
    result(T value) noexcept : status_(detail::status_t::ok), value_(std::move(value)) {}

    explicit operator bool() const noexcept { return status_ == detail::status_t::ok; }
    [[nodiscard]] bool has_value() const noexcept { return status_ == detail::status_t::ok; }
    [[nodiscard]] detail::status_t status() const noexcept { return status_; }
    [[nodiscard]] detail::failure_t failure() const noexcept { return failure_; }
    T &operator*() & noexcept MCP_ERRORS_BOUND { return value_; }
    const T &operator*() const & noexcept MCP_ERRORS_BOUND { return value_; }
    T &&operator*() && noexcept MCP_ERRORS_BOUND { return std::move(value_); }
    T *operator->() noexcept MCP_ERRORS_BOUND { return &value_; }
    const T *operator->() const noexcept MCP_ERRORS_BOUND { return &value_; }
    template <class U> [[nodiscard]] T value_or(U &&other) const & { return has_value() ? value_ : static_cast<T>(std::forward<U>(other)); }
    template <class U> [[nodiscard]] T value_or(U &&other) && {
        return has_value() ? std::move(value_) : static_cast<T>(std::forward<U>(other));
    }
#ifdef __cpp_lib_expected
    /// The same as a std::expected of C++23.
    [[nodiscard]] std::expected<T, detail::status_t> to_expected() && noexcept {
        if (has_value())
            return std::move(value_);
        return std::unexpected(status_);
    }
#endif

  private:
    detail::status_t status_;
    detail::failure_t failure_{};
    T value_{};
};

/// Owns what a free function frees: the text and the handles.
namespace detail {
template <class T, void (*Free)(T *)> class owner {
  public:
    owner() noexcept = default;
    /// Takes ownership from C.
    explicit owner(T *owned) noexcept : handle_(owned) {}
    owner(owner &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    owner &operator=(owner &&other) noexcept {
        owner taken(std::move(other));
        std::swap(handle_, taken.handle_);
        return *this;
    }
    owner(const owner &) = delete;
    owner &operator=(const owner &) = delete;
    ~owner() { Free(handle_); }

    explicit operator bool() const noexcept { return handle_ != nullptr; }
    [[nodiscard]] const T *get() const & noexcept MCP_ERRORS_BOUND { return handle_; }
    const T *get() const && = delete;
    /// Gives up the handle; free it with the function of C.
    [[nodiscard]] T *release() noexcept { return std::exchange(handle_, nullptr); }

  protected:
    T *handle_ = nullptr;
};
} // namespace detail

/// Text that a call made, NUL-terminated. False where there is none, which is not the same as empty text.
class text : public detail::owner<char, mcp_errors_string_free> {
  public:
    text() noexcept = default;
    text(char *owned, std::size_t size) noexcept : owner(owned), size_(size) {}

    [[nodiscard]] std::string_view view() const & noexcept MCP_ERRORS_BOUND { return handle_ != nullptr ? std::string_view(handle_, size_) : std::string_view(); }
    std::string_view view() const && = delete;
    operator std::string_view() const & noexcept MCP_ERRORS_BOUND { return view(); }
    operator std::string_view() const && = delete;
    [[nodiscard]] const char *c_str() const & noexcept MCP_ERRORS_BOUND { return handle_ != nullptr ? handle_ : ""; }
    const char *c_str() const && = delete;

  private:
    friend class object;
    std::size_t size_ = 0;
};

namespace detail {
template <class Make> result<text> made(Make make, const explained &why = {}) noexcept {
    char *out = nullptr;
    std::size_t size = 0;
    auto status = static_cast<status_t>(make(&out, &size));
    return status == status_t::ok ? result<text>(text(out, size)) : result<text>(status, why);
}
template <class Owner, class Handle, class Make> result<Owner> owned(Make make, const explained &why = {}) noexcept {
    Handle *out = nullptr;
    auto status = static_cast<status_t>(make(&out));
    return status == status_t::ok ? result<Owner>(Owner(out)) : result<Owner>(status, why);
}
} // namespace detail

// A text inside a handle: from the handle itself, not from a temporary.
#define MCP_ERRORS_TEXT(method, function)                                                                                          \
    [[nodiscard]] std::string_view method() const & noexcept MCP_ERRORS_BOUND { return detail::view(function(handle_)); }          \
    std::string_view method() const && = delete;
#define MCP_ERRORS_SOME(method, function)                                                                                          \
    [[nodiscard]] std::optional<std::string_view> method() const & noexcept MCP_ERRORS_BOUND { return detail::some(function(handle_)); } \
    std::optional<std::string_view> method() const && = delete;
#define MCP_ERRORS_MILLISECONDS(method, function)                                                                                  \
    [[nodiscard]] std::optional<std::uint64_t> method() const noexcept {                                                           \
        std::uint64_t value = 0;                                                                                                   \
        return function(handle_, &value) ? std::optional<std::uint64_t>(value) : std::nullopt;                                     \
    }

/// What to do next.
class advice : public detail::owner<mcp_errors_advice, mcp_errors_advice_free> {
  public:
    using owner::owner;
    [[nodiscard]] detail::era_t era() const noexcept { return static_cast<detail::era_t>(mcp_errors_advice_era(handle_)); }
    [[nodiscard]] detail::action_t action() const noexcept { return static_cast<detail::action_t>(mcp_errors_advice_action(handle_)); }
    [[nodiscard]] detail::reason_t reason() const noexcept { return static_cast<detail::reason_t>(mcp_errors_advice_reason(handle_)); }
    MCP_ERRORS_SOME(version, mcp_errors_advice_version)           ///< The version to use next.
    MCP_ERRORS_SOME(missing_json, mcp_errors_advice_missing_json) ///< The capabilities that are missing.
    MCP_ERRORS_SOME(declare_json, mcp_errors_advice_declare_json) ///< The whole capabilities object to declare.
    MCP_ERRORS_MILLISECONDS(delay_ms, mcp_errors_advice_delay_ms)
    MCP_ERRORS_TEXT(scopes, mcp_errors_advice_scopes)
    MCP_ERRORS_TEXT(resource_metadata, mcp_errors_advice_resource_metadata)
    MCP_ERRORS_TEXT(last_event_id, mcp_errors_advice_last_event_id)
    [[nodiscard]] bool cancel() const noexcept { return mcp_errors_advice_cancel(handle_); }
    MCP_ERRORS_SOME(context_json, mcp_errors_advice_context_json) ///< The context of the next try; none for give_up.
    MCP_ERRORS_TEXT(text, mcp_errors_advice_text)                 ///< A sentence for the person.
    MCP_ERRORS_TEXT(json, mcp_errors_advice_json)
};

/// An HTTP response. A field that was not sent stays a default-constructed view; fields sent several times are joined by ", ".
struct http_response {
    std::uint16_t status = 0;
    std::string_view content_type{};
    std::string_view www_authenticate{};
    std::string_view retry_after{};
    std::string_view body{};
    std::size_t max_error_body = 0; ///< 0: 65536.
    std::string_view location{};
    std::string_view context_json{}; ///< Default-constructed: results are not judged.
};

/// An error.
class error : public detail::owner<mcp_errors_error, mcp_errors_error_free> {
  public:
    using owner::owner;
    /// The value of an `error` member.
    static result<error> from_jsonrpc(std::string_view json, std::uint16_t http_status = 0) noexcept {
        detail::explained why;
        return made([&](mcp_errors_error **out) { return mcp_errors_error_from_jsonrpc(json.data(), json.size(), http_status, out, why); }, why);
    }
    /// A whole response; status::not_an_error for a result.
    static result<error> from_response(std::string_view json) noexcept {
        return made([&](mcp_errors_error **out) { return mcp_errors_error_from_response(json.data(), json.size(), out); });
    }
    /// A whole response, its result judged by what was asked.
    static result<error> from_answer(std::string_view json, std::string_view context_json) noexcept {
        detail::explained why;
        return made(
            [&](mcp_errors_error **out) { return mcp_errors_error_from_answer(json.data(), json.size(), context_json.data(), context_json.size(), out, why); },
            why);
    }
    /// An HTTP response; status::not_an_error for a result.
    static result<error> from_http(const http_response &response) noexcept {
        detail::explained why;
        mcp_errors_http_response c{};
        c.struct_size = sizeof c;
        c.status = response.status;
        c.content_type = response.content_type.data(), c.content_type_len = response.content_type.size();
        c.www_authenticate = response.www_authenticate.data(), c.www_authenticate_len = response.www_authenticate.size();
        c.retry_after = response.retry_after.data(), c.retry_after_len = response.retry_after.size();
        c.body = response.body.data(), c.body_len = response.body.size();
        c.max_error_body = response.max_error_body;
        c.location = response.location.data(), c.location_len = response.location.size();
        c.context_json = response.context_json.data(), c.context_len = response.context_json.size();
        return made([&](mcp_errors_error **out) { return mcp_errors_error_from_http(&c, out, why); }, why);
    }
    /// What view_json() returned, as an error again.
    static result<error> from_view_json(std::string_view json) noexcept {
        detail::explained why;
        return made([&](mcp_errors_error **out) { return mcp_errors_error_from_view_json(json.data(), json.size(), out, why); }, why);
    }
    /// A local event: no peer sent it.
    static result<error> local(detail::kind_t kind, std::string_view message) noexcept {
        return made([&](mcp_errors_error **out) { return mcp_errors_error_new(static_cast<mcp_errors_kind>(kind), message.data(), message.size(), out); });
    }
    /// An error of the ServerError tree with any code and data.
    static result<error> server(detail::kind_t kind, std::string_view message, std::optional<std::int64_t> code = std::nullopt,
                                std::optional<std::string_view> data_json = std::nullopt, std::uint16_t http_status = 0) noexcept {
        detail::explained why;
        std::string_view data = data_json ? *data_json : std::string_view();
        // Empty text that is there is no JSON, and must not read as absent.
        const char *data_ptr = data_json && data.data() == nullptr ? "" : data.data();
        return made(
            [&](mcp_errors_error **out) {
                return mcp_errors_error_new_server(static_cast<mcp_errors_kind>(kind), message.data(), message.size(), code ? &*code : nullptr, data_ptr,
                                            data.size(), http_status, out, why);
            },
            why);
    }
    /// For a challenge that the host has read itself.
    static result<error> insufficient_scope(std::string_view message, std::string_view scope = {},
                                            std::string_view description = {}) noexcept {
        return made([&](mcp_errors_error **out) {
            return mcp_errors_error_new_insufficient_scope(message.data(), message.size(), scope.data(), scope.size(), description.data(),
                                                    description.size(), out);
        });
    }
    /// -32021, to be sent.
    static result<error> missing_capability(std::string_view required_json, std::string_view message = {}) noexcept {
        detail::explained why;
        return made(
            [&](mcp_errors_error **out) {
                return mcp_errors_error_new_missing_capability(required_json.data(), required_json.size(), message.data(), message.size(), out, why);
            },
            why);
    }
    /// -32022, to be sent.
    static result<error> unsupported_version(std::string_view requested, std::string_view supported_json,
                                             std::string_view message = {}) noexcept {
        detail::explained why;
        return made(
            [&](mcp_errors_error **out) {
                return mcp_errors_error_new_unsupported_version(requested.data(), requested.size(), supported_json.data(), supported_json.size(),
                                                         message.data(), message.size(), out, why);
            },
            why);
    }
    /// -32020, to be sent.
    static result<error> header_mismatch(std::string_view message = {}) noexcept {
        return made([&](mcp_errors_error **out) { return mcp_errors_error_new_header_mismatch(message.data(), message.size(), out); });
    }

    /// One more reference; allocates nothing.
    [[nodiscard]] error clone() const noexcept { return error(mcp_errors_error_clone(handle_)); }

    [[nodiscard]] detail::kind_t kind() const noexcept { return static_cast<detail::kind_t>(mcp_errors_error_kind(handle_)); }
    [[nodiscard]] bool is_a(detail::kind_t ancestor) const noexcept { return MCP_ERRORS_NAMESPACE::is_a(kind(), ancestor); }
    [[nodiscard]] std::optional<std::int64_t> code() const noexcept {
        std::int64_t code = 0;
        return mcp_errors_error_code(handle_, &code) ? std::optional<std::int64_t>(code) : std::nullopt;
    }
    MCP_ERRORS_TEXT(code_text, mcp_errors_error_code_text) ///< The exact digits, of any width; empty without a code.
    MCP_ERRORS_TEXT(message, mcp_errors_error_message)
    [[nodiscard]] bool message_is_string() const noexcept { return mcp_errors_error_message_is_string(handle_); }
    [[nodiscard]] bool has_data() const noexcept { return mcp_errors_error_has_data(handle_); }
    MCP_ERRORS_SOME(data_json, mcp_errors_error_data_json) ///< "null" where the peer sent that, none where it sent nothing.
    [[nodiscard]] std::optional<std::uint16_t> http_status() const noexcept {
        std::uint16_t status = mcp_errors_error_http_status(handle_);
        return status != 0 ? std::optional<std::uint16_t>(status) : std::nullopt;
    }
    [[nodiscard]] detail::message_type_t message_type() const noexcept { return static_cast<detail::message_type_t>(mcp_errors_error_message_type(handle_)); }
    [[nodiscard]] bool is_local() const noexcept { return mcp_errors_error_is_local(handle_); }
    [[nodiscard]] bool is_built() const noexcept { return mcp_errors_error_is_built(handle_); }
    [[nodiscard]] bool is_well_formed() const noexcept { return mcp_errors_error_is_well_formed(handle_); }
    [[nodiscard]] bool is_modern() const noexcept { return mcp_errors_error_is_modern(handle_); }
    [[nodiscard]] bool is_modern_http() const noexcept { return mcp_errors_error_is_modern_http(handle_); }
    [[nodiscard]] bool is_modern_for_probe() const noexcept { return mcp_errors_error_is_modern_for_probe(handle_); }
    [[nodiscard]] bool is_protocol_error() const noexcept { return mcp_errors_error_is_protocol_error(handle_); }
    [[nodiscard]] bool is_era_inconclusive() const noexcept { return mcp_errors_error_is_era_inconclusive(handle_); }
    MCP_ERRORS_TEXT(required_caps_json, mcp_errors_error_required_caps_json)
    [[nodiscard]] std::size_t supported_count() const noexcept { return mcp_errors_error_supported_count(handle_); }
    [[nodiscard]] std::string_view supported_at(std::size_t index) const & noexcept MCP_ERRORS_BOUND {
        return detail::view(mcp_errors_error_supported_at(handle_, index));
    }
    std::string_view supported_at(std::size_t index) const && = delete;
    MCP_ERRORS_TEXT(supported_suffix, mcp_errors_error_supported_suffix)
    MCP_ERRORS_SOME(requested_json, mcp_errors_error_requested_json)
    MCP_ERRORS_SOME(id_json, mcp_errors_error_id_json) ///< The response's id as it was sent.
    MCP_ERRORS_TEXT(challenge_error, mcp_errors_error_challenge_error)
    MCP_ERRORS_TEXT(scope, mcp_errors_error_scope)
    MCP_ERRORS_TEXT(description, mcp_errors_error_description)
    MCP_ERRORS_TEXT(resource_metadata, mcp_errors_error_resource_metadata)
    MCP_ERRORS_TEXT(location, mcp_errors_error_location)
    MCP_ERRORS_TEXT(retry_after, mcp_errors_error_retry_after)
    MCP_ERRORS_TEXT(last_event_id, mcp_errors_error_last_event_id)
    MCP_ERRORS_MILLISECONDS(retry_ms, mcp_errors_error_retry_ms)
    MCP_ERRORS_TEXT(malformed_reason, mcp_errors_error_malformed_reason)
    MCP_ERRORS_TEXT(log_line, mcp_errors_error_log_line) ///< One line, safe to print anywhere.
    MCP_ERRORS_TEXT(view_json, mcp_errors_error_view_json)
    /// Everything in one call.
    [[nodiscard]] result<mcp_errors_view> view() const & noexcept MCP_ERRORS_BOUND {
        mcp_errors_view out{};
        out.struct_size = sizeof out;
        auto status = static_cast<detail::status_t>(mcp_errors_error_view(handle_, &out));
        return status == detail::status_t::ok ? result<mcp_errors_view>(out) : result<mcp_errors_view>(status);
    }
    result<mcp_errors_view> view() const && = delete;

    /// What the error, as the response to a probe, says of the server.
    [[nodiscard]] detail::era_t era(detail::transport_t transport) const noexcept {
        return static_cast<detail::era_t>(mcp_errors_error_era(handle_, static_cast<mcp_errors_transport>(transport)));
    }
    /// What to do next; the members of the context are those of mcp_errors_error_advise.
    result<advice> advise(std::string_view context_json = {}) const noexcept {
        detail::explained why;
        return detail::owned<advice, mcp_errors_advice>(
            [&](mcp_errors_advice **out) { return mcp_errors_error_advise(handle_, context_json.data(), context_json.size(), out, why); }, why);
    }
    /// The JSON of an `error` member, for a session of an era.
    result<text> to_json(detail::era_t era = detail::era_t::modern) const noexcept {
        detail::explained why;
        return detail::made(
            [&](char **out, std::size_t *size) { return mcp_errors_error_to_json(handle_, static_cast<mcp_errors_era>(era), out, size, why); }, why);
    }
    /// A whole response. The id as it was sent; an empty one is left out.
    result<text> to_response_json(std::string_view id_json = {}, detail::era_t era = detail::era_t::modern) const noexcept {
        detail::explained why;
        return detail::made(
            [&](char **out, std::size_t *size) {
                return mcp_errors_error_to_response_json(handle_, static_cast<mcp_errors_era>(era), id_json.data(), id_json.size(), out, size, why);
            },
            why);
    }

  private:
    template <class Make> static result<error> made(Make make, const detail::explained &why = {}) noexcept {
        return detail::owned<error, mcp_errors_error>(make, why);
    }
};

/// The version to use, from the whole response to a probe or to initialize.
inline result<advice> negotiate(std::string_view response_json, std::string_view context_json) noexcept {
    detail::explained why;
    return detail::owned<advice, mcp_errors_advice>(
        [&](mcp_errors_advice **out) {
            return mcp_errors_negotiate(response_json.data(), response_json.size(), context_json.data(), context_json.size(), out, why);
        },
        why);
}

/// Messages out of a stream of server-sent events that is still open.
class sse_reader : public detail::owner<mcp_errors_sse_reader, mcp_errors_sse_reader_free> {
  public:
    using owner::owner;
    struct message {
        bool has = false;       ///< False: there is no message until more bytes are pushed.
        bool too_large = false; ///< An event was larger than max_event, and is skipped.
        std::string_view data{}; ///< Valid until the next call of this reader.
    };
    static result<sse_reader> create(std::size_t max_event = 0) noexcept {
        return detail::owned<sse_reader, mcp_errors_sse_reader>([&](mcp_errors_sse_reader **out) { return mcp_errors_sse_reader_new(max_event, out); });
    }
    [[nodiscard]] detail::status_t push(std::string_view bytes) noexcept {
        return static_cast<detail::status_t>(mcp_errors_sse_reader_push(handle_, bytes.data(), bytes.size()));
    }
    detail::status_t finish() noexcept { return static_cast<detail::status_t>(mcp_errors_sse_reader_finish(handle_)); }
    result<message> next() & noexcept MCP_ERRORS_BOUND {
        mcp_errors_str data{};
        message found;
        auto status = static_cast<detail::status_t>(mcp_errors_sse_reader_next(handle_, &data, &found.has, &found.too_large));
        if (status != detail::status_t::ok)
            return status;
        found.data = detail::view(data);
        return found;
    }
    MCP_ERRORS_TEXT(last_event_id, mcp_errors_sse_reader_last_event_id)
    MCP_ERRORS_MILLISECONDS(retry_ms, mcp_errors_sse_reader_retry_ms)
};

#undef MCP_ERRORS_TEXT
#undef MCP_ERRORS_SOME
#undef MCP_ERRORS_MILLISECONDS

/// A JSON object, set member by member: a context, a server's description. No text can break out of its string.
class object {
  public:
    /// The member is text.
    [[nodiscard]] detail::status_t set(const char *name, std::string_view value, failure *why = nullptr) noexcept {
        return put(name, value.data() != nullptr ? value.data() : "", value.size(), 0, why);
    }
    /// The member is JSON.
    [[nodiscard]] detail::status_t set_json(const char *name, std::string_view value, failure *why = nullptr) noexcept {
        return put(name, value.data() != nullptr ? value.data() : "", value.size(), 1, why);
    }
    [[nodiscard]] detail::status_t remove(const char *name) noexcept { return put(name, nullptr, 0, 0, nullptr); }
    /// Empty until a member was set.
    [[nodiscard]] std::string_view json() const & noexcept MCP_ERRORS_BOUND { return text_.view(); }
    std::string_view json() const && = delete;

  private:
    detail::status_t put(const char *name, const char *value, std::size_t size, std::int32_t is_json, failure *why) noexcept {
        detail::explained explained;
        auto status = static_cast<detail::status_t>(mcp_errors_json_set(&text_.handle_, &text_.size_, name, value, size, is_json, explained));
        if (why != nullptr)
            *why = explained;
        return status;
    }
    text text_;
};

/// Classification without a handle; the spans are places in `json`, see `at`.
inline result<mcp_errors_classification> classify(std::string_view json, std::uint16_t http_status = 0) noexcept {
    mcp_errors_classification out{};
    out.struct_size = sizeof out;
    auto status = static_cast<detail::status_t>(mcp_errors_classify(json.data(), json.size(), http_status, &out));
    return status == status::ok ? result<mcp_errors_classification>(out) : result<mcp_errors_classification>(status);
}
inline result<mcp_errors_classification> classify_response(std::string_view json, std::uint16_t http_status = 0) noexcept {
    mcp_errors_classification out{};
    out.struct_size = sizeof out;
    auto status = static_cast<detail::status_t>(mcp_errors_classify_response(json.data(), json.size(), http_status, &out));
    return status == status::ok ? result<mcp_errors_classification>(out) : result<mcp_errors_classification>(status);
}
/// An error in one number, or a result, or neither: what mcp_errors.h says of mcp_errors_classify_packed.
[[nodiscard]] inline std::int64_t classify_packed(std::string_view json, std::uint16_t http_status = 0) noexcept {
    return mcp_errors_classify_packed(json.data(), json.size(), http_status);
}
/// The text at a span of the same bytes; none where it is absent or does not fit them.
[[nodiscard]] inline std::optional<std::string_view> at(std::string_view json, mcp_errors_span span) noexcept {
    if (span.offset > json.size() || span.length > json.size() - span.offset)
        return std::nullopt;
    return json.substr(detail::to<std::size_t>(span.offset), detail::to<std::size_t>(span.length));
}
/// What a text is. The id of an error or a result is written to `id`, if asked for; see `at`.
[[nodiscard]] inline message_type message_type_of(std::string_view json, mcp_errors_span *id = nullptr) noexcept {
    return static_cast<message_type>(mcp_errors_message_type_of(json.data(), json.size(), id));
}
/// The inside of a JSON string, decoded.
[[nodiscard]] inline std::string decode(std::string_view inside) {
    std::string out(mcp_errors_json_string_decode(inside.data(), inside.size(), nullptr, 0), '\0');
    mcp_errors_json_string_decode(inside.data(), inside.size(), out.data(), out.size());
    return out;
}
/// Text as a JSON string, with its quotes.
[[nodiscard]] inline std::string encode(std::string_view value) {
    std::string out(mcp_errors_json_string_encode(value.data(), value.size(), nullptr, 0), '\0');
    mcp_errors_json_string_encode(value.data(), value.size(), out.data(), out.size());
    return out;
}
/// The JSON-RPC response in a body of server-sent events; false text where there is none.
inline result<text> sse_response(std::string_view body) noexcept {
    return detail::made([&](char **out, std::size_t *size) { return mcp_errors_sse_response(body.data(), body.size(), out, size); });
}
/// status::ok for one JSON text; for status::invalid_json, where it goes wrong is written to `offset`.
[[nodiscard]] inline status json_check(std::string_view json, std::size_t *offset = nullptr) noexcept {
    return static_cast<status>(mcp_errors_json_check(json.data(), json.size(), offset));
}

/// Capabilities: JSON objects in, a JSON object out.
namespace caps {
[[nodiscard]] inline bool is_well_formed(std::string_view json) noexcept { return mcp_errors_caps_is_well_formed(json.data(), json.size()); }
inline result<text> missing(std::string_view declared, std::string_view required) noexcept {
    detail::explained why;
    return detail::made(
        [&](char **out, std::size_t *size) {
            return mcp_errors_caps_missing(declared.data(), declared.size(), required.data(), required.size(), out, size, why);
        },
        why);
}
inline result<text> declare(std::string_view declared, std::string_view missing, std::string_view supported) noexcept {
    detail::explained why;
    return detail::made(
        [&](char **out, std::size_t *size) {
            return mcp_errors_caps_declare(declared.data(), declared.size(), missing.data(), missing.size(), supported.data(), supported.size(), out,
                                    size, why);
        },
        why);
}
inline result<text> for_input_request(std::string_view method, std::string_view params_json = {}) noexcept {
    detail::explained why;
    return detail::made(
        [&](char **out, std::size_t *size) {
            return mcp_errors_caps_for_input_request(method.data(), method.size(), params_json.data(), params_json.size(), out, size, why);
        },
        why);
}
} // namespace caps

/// Checks a request: an empty error means go ahead, any other is to be sent with its HTTP status.
inline result<error> check_request(std::string_view request_json, std::string_view server_json) noexcept {
    detail::explained why;
    return detail::owned<error, mcp_errors_error>(
        [&](mcp_errors_error **out) {
            return mcp_errors_request_check(request_json.data(), request_json.size(), server_json.data(), server_json.size(), out, why);
        },
        why);
}
/// The parts of a request; see `at`.
inline result<mcp_errors_request> read_request(std::string_view request_json) noexcept {
    mcp_errors_request out{};
    out.struct_size = sizeof out;
    auto status = static_cast<detail::status_t>(mcp_errors_request_read(request_json.data(), request_json.size(), &out));
    return status == status::ok ? result<mcp_errors_request>(out) : result<mcp_errors_request>(status);
}
/// The headers that a client must send with a request, as a JSON object.
inline result<text> request_headers(std::string_view request_json, std::string_view input_schema_json = {}) noexcept {
    detail::explained why;
    return detail::made(
        [&](char **out, std::size_t *size) {
            return mcp_errors_request_headers(request_json.data(), request_json.size(), input_schema_json.data(), input_schema_json.size(), out, size,
                                       why);
        },
        why);
}

/// Codes.
namespace code {
[[nodiscard]] inline kind kind_of(std::int64_t code) noexcept { return static_cast<kind>(mcp_errors_kind_for_code(code)); }
/// Empty for a code without a name.
[[nodiscard]] inline std::string_view name(std::int64_t code) noexcept { return detail::view(mcp_errors_code_name(code)); }
[[nodiscard]] inline std::string_view draft_name(std::int64_t code) noexcept { return detail::view(mcp_errors_code_draft_name(code)); }
[[nodiscard]] inline bool is_modern(std::int64_t code) noexcept { return mcp_errors_code_is_modern(code); }
[[nodiscard]] inline bool is_resource_not_found(std::int64_t code, bool modern) noexcept {
    return mcp_errors_code_is_resource_not_found(code, modern ? 1 : 0);
}
[[nodiscard]] inline emission may_emit(std::int64_t code) noexcept { return static_cast<emission>(mcp_errors_code_may_emit(code)); }
/// 0 for an unknown origin.
[[nodiscard]] inline std::uint16_t http_status(std::int64_t code, origin where) noexcept {
    return mcp_errors_code_http_status(code, static_cast<mcp_errors_origin>(where));
}
/// For values that a host has parsed itself: the shape of data, and the verdicts as bits of `flag`.
[[nodiscard]] inline bool data_is_well_formed(kind of, std::string_view data_json) noexcept {
    return mcp_errors_data_is_well_formed(static_cast<mcp_errors_kind>(of), data_json.data(), data_json.size());
}
[[nodiscard]] inline std::uint32_t verdicts(kind of, std::optional<std::int64_t> code, std::uint16_t http_status, bool well_formed) noexcept {
    return mcp_errors_verdicts(static_cast<mcp_errors_kind>(of), code ? &*code : nullptr, http_status, well_formed ? 1 : 0);
}
} // namespace code

} // namespace MCP_ERRORS_NAMESPACE

#endif
