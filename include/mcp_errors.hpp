/// mcp-errors for C++17: header only, over mcp_errors.h.
///
/// - mcp::error and mcp::advice own a handle: they move, do not copy (clone() makes one more owner), and free it at their end.
///   An empty one (moved from, or built by default) answers as NULL does in C: no kind, no code, empty text.
/// - What can fail returns mcp::result<T>: true with a value, or false with a mcp::status. Nothing throws; nothing needs exceptions
///   or run-time type information. Only decode() allocates memory of C++'s.
/// - Text in is std::string_view; a default-constructed one is "absent" where a parameter may be. Text out is std::string_view into
///   the handle: valid as long as the handle, or a clone of it, lives.
/// - A handle may be read from any number of threads at once; it is moved from and destroyed by one.
///
/// What the functions mean is said in mcp_errors.h, under the name that each one calls.
#ifndef MCP_ERRORS_HPP
#define MCP_ERRORS_HPP

#include "mcp_errors.h"
#include "mcp_errors_enums.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace mcp {

namespace detail {
inline std::string_view view(mcp_str text) noexcept { return {text.ptr, text.len}; }
inline std::string_view view(const char *text) noexcept { return text ? std::string_view(text) : std::string_view(); }
/// Empty text is none.
inline std::optional<std::string_view> some(mcp_str text) noexcept {
    return text.len ? std::optional<std::string_view>(view(text)) : std::nullopt;
}
} // namespace detail

/// The version of the library, such as "0.1.0".
inline std::string_view version() noexcept { return detail::view(mcp_errors_version()); }
/// Whether the library that runs speaks the ABI of the header that this was compiled with.
inline bool abi_fits() noexcept { return mcp_errors_abi_version() == MCP_ERRORS_ABI_VERSION; }

/// A sentence about a status; the name of a number of each enumeration, empty for an unknown one.
inline std::string_view name(status value) noexcept { return detail::view(mcp_status_text(static_cast<mcp_status>(value))); }
inline std::string_view name(kind value) noexcept { return detail::view(mcp_kind_name(static_cast<mcp_kind>(value))); }
inline std::string_view name(emit value) noexcept { return detail::view(mcp_emit_name(static_cast<mcp_emit>(value))); }
inline std::string_view name(origin value) noexcept { return detail::view(mcp_origin_name(static_cast<mcp_origin>(value))); }
inline std::string_view name(transport value) noexcept { return detail::view(mcp_transport_name(static_cast<mcp_transport>(value))); }
inline std::string_view name(era value) noexcept { return detail::view(mcp_era_name(static_cast<mcp_era>(value))); }
inline std::string_view name(action value) noexcept { return detail::view(mcp_action_name(static_cast<mcp_action>(value))); }
inline std::string_view name(reason value) noexcept { return detail::view(mcp_reason_name(static_cast<mcp_reason>(value))); }

/// The class tree.
inline kind parent(kind value) noexcept { return static_cast<kind>(mcp_kind_parent(static_cast<mcp_kind>(value))); }
inline bool is_a(kind value, kind ancestor) noexcept {
    return mcp_kind_is_a(static_cast<mcp_kind>(value), static_cast<mcp_kind>(ancestor));
}

/// A value, or the status that says why there is none. As with std::optional, only a true one may be dereferenced.
template <class T> class [[nodiscard]] result {
  public:
    result(mcp::status failure) noexcept : status_(failure) {}
    result(T value) noexcept : status_(mcp::status::ok), value_(std::move(value)) {}

    explicit operator bool() const noexcept { return status_ == mcp::status::ok; }
    mcp::status status() const noexcept { return status_; }
    T &operator*() & noexcept { return value_; }
    const T &operator*() const & noexcept { return value_; }
    T &&operator*() && noexcept { return std::move(value_); }
    T *operator->() noexcept { return &value_; }
    const T *operator->() const noexcept { return &value_; }

  private:
    mcp::status status_;
    T value_{};
};

/// Text that a call made: owns it, with a NUL behind it.
class text {
  public:
    text() noexcept = default;
    text(char *owned, std::size_t size) noexcept : text_(owned), size_(size) {}
    text(text &&other) noexcept : text_(std::exchange(other.text_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    text &operator=(text &&other) noexcept {
        text taken(std::move(other));
        std::swap(text_, taken.text_);
        std::swap(size_, taken.size_);
        return *this;
    }
    text(const text &) = delete;
    text &operator=(const text &) = delete;
    ~text() { mcp_string_free(text_); }

    std::string_view view() const noexcept { return text_ ? std::string_view(text_, size_) : std::string_view(); }
    operator std::string_view() const noexcept { return view(); }
    const char *c_str() const noexcept { return text_ ? text_ : ""; }
    /// False where there is none, which is not the same as empty text.
    explicit operator bool() const noexcept { return text_ != nullptr; }

  private:
    char *text_ = nullptr;
    std::size_t size_ = 0;
};

/// What to do next.
class advice {
  public:
    advice() noexcept = default;
    /// Takes a handle over from C.
    explicit advice(mcp_advice *owned) noexcept : handle_(owned) {}
    advice(advice &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    advice &operator=(advice &&other) noexcept {
        advice taken(std::move(other));
        std::swap(handle_, taken.handle_);
        return *this;
    }
    advice(const advice &) = delete;
    advice &operator=(const advice &) = delete;
    ~advice() { mcp_advice_free(handle_); }

    explicit operator bool() const noexcept { return handle_ != nullptr; }
    const mcp_advice *get() const noexcept { return handle_; }
    /// Gives the handle up, to be freed with mcp_advice_free.
    [[nodiscard]] mcp_advice *release() noexcept { return std::exchange(handle_, nullptr); }

    mcp::era era() const noexcept { return static_cast<mcp::era>(mcp_advice_era(handle_)); }
    mcp::action action() const noexcept { return static_cast<mcp::action>(mcp_advice_action(handle_)); }
    mcp::reason reason() const noexcept { return static_cast<mcp::reason>(mcp_advice_reason(handle_)); }
    /// The version to use next.
    std::optional<std::string_view> version() const noexcept { return detail::some(mcp_advice_version(handle_)); }
    /// The capabilities that are missing, JSON.
    std::optional<std::string_view> missing_json() const noexcept { return detail::some(mcp_advice_missing_json(handle_)); }
    /// The whole capabilities object to declare, JSON.
    std::optional<std::string_view> declare_json() const noexcept { return detail::some(mcp_advice_declare_json(handle_)); }
    /// How long the server asked to wait, in milliseconds.
    std::optional<std::uint64_t> delay_ms() const noexcept {
        std::uint64_t delay = 0;
        return mcp_advice_delay_ms(handle_, &delay) ? std::optional<std::uint64_t>(delay) : std::nullopt;
    }
    /// A sentence for the person.
    std::string_view text() const noexcept { return detail::view(mcp_advice_text(handle_)); }
    std::string_view json() const noexcept { return detail::view(mcp_advice_json(handle_)); }

  private:
    mcp_advice *handle_ = nullptr;
};

/// An HTTP answer. A field that was not sent stays a default-constructed view; fields sent several times are joined by ", ".
struct http_response {
    std::uint16_t status = 0;
    std::string_view content_type{};
    std::string_view www_authenticate{};
    std::string_view retry_after{};
    std::string_view body{};
    std::size_t max_error_body = 0; ///< 0: 65536.
};

/// A typed error.
class error {
  public:
    error() noexcept = default;
    /// Takes a handle over from C.
    explicit error(mcp_error *owned) noexcept : handle_(owned) {}
    error(error &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    error &operator=(error &&other) noexcept {
        error taken(std::move(other));
        std::swap(handle_, taken.handle_);
        return *this;
    }
    error(const error &) = delete;
    error &operator=(const error &) = delete;
    ~error() { mcp_error_free(handle_); }

    /// The value of an `error` member.
    static result<error> from_jsonrpc(std::string_view json, std::uint16_t http_status = 0) noexcept {
        return made([&](mcp_error **out) { return mcp_error_from_jsonrpc(json.data(), json.size(), http_status, out); });
    }
    /// A whole response that came in band; status::not_an_error for a result.
    static result<error> from_response(std::string_view json) noexcept {
        return made([&](mcp_error **out) { return mcp_error_from_response(json.data(), json.size(), out); });
    }
    /// An HTTP answer; status::not_an_error for a result.
    static result<error> from_http(const http_response &response) noexcept {
        mcp_http_response c{};
        c.struct_size = sizeof c;
        c.status = response.status;
        c.content_type = response.content_type.data(), c.content_type_len = response.content_type.size();
        c.www_authenticate = response.www_authenticate.data(), c.www_authenticate_len = response.www_authenticate.size();
        c.retry_after = response.retry_after.data(), c.retry_after_len = response.retry_after.size();
        c.body = response.body.data(), c.body_len = response.body.size();
        c.max_error_body = response.max_error_body;
        return made([&](mcp_error **out) { return mcp_error_from_http(&c, out); });
    }
    /// What view_json() gave: an error again.
    static result<error> from_view_json(std::string_view json) noexcept {
        return made([&](mcp_error **out) { return mcp_error_from_view_json(json.data(), json.size(), out); });
    }
    /// A local condition: no peer said it.
    static result<error> local(mcp::kind kind, std::string_view message) noexcept {
        return made([&](mcp_error **out) { return mcp_error_new(static_cast<mcp_kind>(kind), message.data(), message.size(), out); });
    }
    /// An error of the ServerError tree with any code and data.
    static result<error> server(mcp::kind kind, std::string_view message, std::optional<std::int64_t> code = std::nullopt,
                                std::optional<std::string_view> data_json = std::nullopt, std::uint16_t http_status = 0) noexcept {
        std::string_view data = data_json ? *data_json : std::string_view();
        // Empty text that is there is no JSON, and must not read as absent.
        const char *data_ptr = data_json && !data.data() ? "" : data.data();
        return made([&](mcp_error **out) {
            return mcp_error_new_server(static_cast<mcp_kind>(kind), message.data(), message.size(), code ? &*code : nullptr, data_ptr,
                                        data.size(), http_status, out);
        });
    }
    /// For a challenge that the host has read itself.
    static result<error> insufficient_scope(std::string_view message, std::string_view scope = {},
                                            std::string_view description = {}) noexcept {
        return made([&](mcp_error **out) {
            return mcp_error_new_insufficient_scope(message.data(), message.size(), scope.data(), scope.size(), description.data(),
                                                    description.size(), out);
        });
    }
    /// -32021, to be sent.
    static result<error> missing_capability(std::string_view required_json, std::string_view message = {}) noexcept {
        return made([&](mcp_error **out) {
            return mcp_error_new_missing_capability(required_json.data(), required_json.size(), message.data(), message.size(), out);
        });
    }
    /// -32022, to be sent.
    static result<error> unsupported_version(std::string_view requested, std::string_view supported_json,
                                             std::string_view message = {}) noexcept {
        return made([&](mcp_error **out) {
            return mcp_error_new_unsupported_version(requested.data(), requested.size(), supported_json.data(), supported_json.size(),
                                                     message.data(), message.size(), out);
        });
    }
    /// -32020, to be sent.
    static result<error> header_mismatch(std::string_view message = {}) noexcept {
        return made([&](mcp_error **out) { return mcp_error_new_header_mismatch(message.data(), message.size(), out); });
    }

    explicit operator bool() const noexcept { return handle_ != nullptr; }
    const mcp_error *get() const noexcept { return handle_; }
    /// Gives the handle up, to be freed with mcp_error_free.
    [[nodiscard]] mcp_error *release() noexcept { return std::exchange(handle_, nullptr); }
    /// One more owner; allocates nothing.
    error clone() const noexcept { return error(mcp_error_clone(handle_)); }

    mcp::kind kind() const noexcept { return static_cast<mcp::kind>(mcp_error_kind(handle_)); }
    bool is_a(mcp::kind ancestor) const noexcept { return mcp::is_a(kind(), ancestor); }
    std::optional<std::int64_t> code() const noexcept {
        std::int64_t code = 0;
        return mcp_error_code(handle_, &code) ? std::optional<std::int64_t>(code) : std::nullopt;
    }
    /// The exact digits, of any width; empty without a code.
    std::string_view code_text() const noexcept { return detail::view(mcp_error_code_text(handle_)); }
    std::string_view message() const noexcept { return detail::view(mcp_error_message(handle_)); }
    bool message_is_string() const noexcept { return mcp_error_message_is_string(handle_); }
    /// "null" where the peer sent that, none where it sent nothing.
    std::optional<std::string_view> data_json() const noexcept { return detail::some(mcp_error_data_json(handle_)); }
    std::optional<std::uint16_t> http_status() const noexcept {
        std::uint16_t status = mcp_error_http_status(handle_);
        return status ? std::optional<std::uint16_t>(status) : std::nullopt;
    }
    bool is_local() const noexcept { return mcp_error_is_local(handle_); }
    bool is_well_formed() const noexcept { return mcp_error_is_well_formed(handle_); }
    bool is_modern() const noexcept { return mcp_error_is_modern(handle_); }
    bool is_modern_http() const noexcept { return mcp_error_is_modern_http(handle_); }
    bool is_modern_for_probe() const noexcept { return mcp_error_is_modern_for_probe(handle_); }
    bool is_protocol_error() const noexcept { return mcp_error_is_protocol_error(handle_); }
    bool is_era_inconclusive() const noexcept { return mcp_error_is_era_inconclusive(handle_); }
    std::string_view required_caps_json() const noexcept { return detail::view(mcp_error_required_caps_json(handle_)); }
    std::size_t supported_count() const noexcept { return mcp_error_supported_count(handle_); }
    std::string_view supported_at(std::size_t index) const noexcept { return detail::view(mcp_error_supported_at(handle_, index)); }
    std::string_view supported_suffix() const noexcept { return detail::view(mcp_error_supported_suffix(handle_)); }
    std::optional<std::string_view> requested_json() const noexcept { return detail::some(mcp_error_requested_json(handle_)); }
    std::string_view scope() const noexcept { return detail::view(mcp_error_scope(handle_)); }
    std::string_view description() const noexcept { return detail::view(mcp_error_description(handle_)); }
    std::string_view retry_after() const noexcept { return detail::view(mcp_error_retry_after(handle_)); }
    std::string_view malformed_reason() const noexcept { return detail::view(mcp_error_malformed_reason(handle_)); }
    /// One line, safe to print anywhere.
    std::string_view log_line() const noexcept { return detail::view(mcp_error_log_line(handle_)); }
    std::string_view view_json() const noexcept { return detail::view(mcp_error_view_json(handle_)); }

    /// What the error, as the answer to a probe, says of the server.
    mcp::era era(mcp::transport transport) const noexcept {
        return static_cast<mcp::era>(mcp_error_era(handle_, static_cast<mcp_transport>(transport)));
    }
    /// What to do next; the members of the context are those of mcp_error_advise.
    result<mcp::advice> advise(std::string_view context_json = {}) const noexcept {
        mcp_advice *out = nullptr;
        auto status = static_cast<mcp::status>(mcp_error_advise(handle_, context_json.data(), context_json.size(), &out));
        return status == mcp::status::ok ? result<mcp::advice>(mcp::advice(out)) : result<mcp::advice>(status);
    }
    /// The JSON of an `error` member.
    result<text> to_json() const noexcept;
    /// A whole response. The id as it was sent; an empty one is left out.
    result<text> to_response_json(std::string_view id_json = {}) const noexcept;

  private:
    template <class Make> static result<error> made(Make make) noexcept {
        mcp_error *out = nullptr;
        auto status = static_cast<mcp::status>(make(&out));
        return status == mcp::status::ok ? result<error>(error(out)) : result<error>(status);
    }
    mcp_error *handle_ = nullptr;
};

namespace detail {
template <class Make> result<text> made(Make make) noexcept {
    char *out = nullptr;
    std::size_t size = 0;
    auto status = static_cast<mcp::status>(make(&out, &size));
    return status == mcp::status::ok ? result<text>(text(out, size)) : result<text>(status);
}
} // namespace detail

inline result<text> error::to_json() const noexcept {
    return detail::made([&](char **out, std::size_t *size) { return mcp_error_to_json(handle_, out, size); });
}
inline result<text> error::to_response_json(std::string_view id_json) const noexcept {
    return detail::made(
        [&](char **out, std::size_t *size) { return mcp_error_to_response_json(handle_, id_json.data(), id_json.size(), out, size); });
}

/// Classification without a handle; the spans are places in `json`, see `at`.
inline result<mcp_classification> classify(std::string_view json, std::uint16_t http_status = 0) noexcept {
    mcp_classification out{};
    out.struct_size = sizeof out;
    auto status = static_cast<mcp::status>(mcp_classify(json.data(), json.size(), http_status, &out));
    return status == mcp::status::ok ? result<mcp_classification>(out) : result<mcp_classification>(status);
}
inline result<mcp_classification> classify_response(std::string_view json, std::uint16_t http_status = 0) noexcept {
    mcp_classification out{};
    out.struct_size = sizeof out;
    auto status = static_cast<mcp::status>(mcp_classify_response(json.data(), json.size(), http_status, &out));
    return status == mcp::status::ok ? result<mcp_classification>(out) : result<mcp_classification>(status);
}
/// The text at a span of the same bytes; none where it is absent or does not fit them.
inline std::optional<std::string_view> at(std::string_view json, mcp_span span) noexcept {
    if (span.offset > json.size() || span.length > json.size() - span.offset) return std::nullopt;
    return json.substr(static_cast<std::size_t>(span.offset), static_cast<std::size_t>(span.length));
}
/// The inside of a JSON string, decoded.
inline std::string decode(std::string_view inside) {
    std::string out(mcp_json_string_decode(inside.data(), inside.size(), nullptr, 0), '\0');
    mcp_json_string_decode(inside.data(), inside.size(), out.data(), out.size());
    return out;
}
/// The JSON-RPC response in a body of server-sent events; false text where there is none.
inline result<text> sse_response(std::string_view body) noexcept {
    return detail::made([&](char **out, std::size_t *size) { return mcp_sse_response(body.data(), body.size(), out, size); });
}
/// status::ok for one JSON text; for status::invalid_json, where it goes wrong is written to `offset`.
inline status json_check(std::string_view json, std::size_t *offset = nullptr) noexcept {
    return static_cast<status>(mcp_json_check(json.data(), json.size(), offset));
}

/// Capabilities: JSON objects in, a JSON object out.
namespace caps {
inline bool is_well_formed(std::string_view json) noexcept { return mcp_caps_is_well_formed(json.data(), json.size()); }
inline result<text> missing(std::string_view declared, std::string_view required) noexcept {
    return detail::made([&](char **out, std::size_t *size) {
        return mcp_caps_missing(declared.data(), declared.size(), required.data(), required.size(), out, size);
    });
}
inline result<text> declare(std::string_view declared, std::string_view missing, std::string_view supported) noexcept {
    return detail::made([&](char **out, std::size_t *size) {
        return mcp_caps_declare(declared.data(), declared.size(), missing.data(), missing.size(), supported.data(), supported.size(), out,
                                size);
    });
}
inline result<text> for_input_request(std::string_view method, std::string_view params_json = {}) noexcept {
    return detail::made([&](char **out, std::size_t *size) {
        return mcp_caps_for_input_request(method.data(), method.size(), params_json.data(), params_json.size(), out, size);
    });
}
} // namespace caps

/// Checks a request: an empty error means go ahead, any other is to be sent with its HTTP status.
inline result<error> check_request(std::string_view request_json, std::string_view server_json) noexcept {
    mcp_error *out = nullptr;
    auto status = static_cast<mcp::status>(
        mcp_request_check(request_json.data(), request_json.size(), server_json.data(), server_json.size(), &out));
    return status == mcp::status::ok ? result<error>(error(out)) : result<error>(status);
}
/// The id of a request as it was sent, for to_response_json; empty where there is none.
inline result<std::string_view> request_id(std::string_view request_json) noexcept {
    mcp_span span{};
    auto status = static_cast<mcp::status>(mcp_request_id(request_json.data(), request_json.size(), &span));
    if (status != mcp::status::ok) return status;
    return at(request_json, span).value_or(std::string_view());
}

/// Codes.
namespace code {
inline kind kind_of(std::int64_t code) noexcept { return static_cast<kind>(mcp_kind_for_code(code)); }
/// Empty for a code without a name.
inline std::string_view name(std::int64_t code) noexcept { return detail::view(mcp_code_name(code)); }
inline std::string_view draft_name(std::int64_t code) noexcept { return detail::view(mcp_code_draft_name(code)); }
inline bool is_modern(std::int64_t code) noexcept { return mcp_code_is_modern(code); }
inline bool is_resource_not_found(std::int64_t code, bool modern) noexcept { return mcp_code_is_resource_not_found(code, modern); }
inline emit may_emit(std::int64_t code) noexcept { return static_cast<emit>(mcp_code_may_emit(code)); }
/// 0 for an unknown origin.
inline std::uint16_t http_status(std::int64_t code, origin where) noexcept {
    return mcp_code_http_status(code, static_cast<mcp_origin>(where));
}
} // namespace code

} // namespace mcp

#endif
