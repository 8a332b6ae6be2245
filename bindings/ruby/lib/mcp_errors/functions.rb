# frozen_string_literal: true

module MCPErrors
  # The C functions that this gem binds. Text is passed as a Ruby String and its size in bytes. No function takes a callback.
  # @api private
  module Functions
    TEXT = %i[pointer size_t].freeze
    MADE_TEXT = %i[pointer pointer].freeze
    # By value: pointer and length of a text that belongs to a handle.
    STR = :mcp_str

    # Name => parameters and result.
    ALL = {
      mcp_errors_version: [[], :string],
      mcp_status_text: [[:int32], :string],
      mcp_string_free: [[:pointer], :void],

      mcp_error_from_response: [[*TEXT, :pointer], :int32],
      mcp_error_from_answer: [[*TEXT, *TEXT, :pointer, :pointer], :int32],
      mcp_error_from_http: [%i[pointer pointer pointer], :int32],
      mcp_error_from_view_json: [[*TEXT, :pointer, :pointer], :int32],
      mcp_error_free: [[:pointer], :void],

      mcp_error_view: [%i[pointer pointer], :int32],
      mcp_error_view_json: [[:pointer], STR],
      mcp_error_malformed_reason: [[:pointer], STR],
      mcp_error_log_line: [[:pointer], STR],

      mcp_classify: [[*TEXT, :uint16, :pointer], :int32],
      mcp_classify_response: [[*TEXT, :uint16, :pointer], :int32],
      mcp_classify_packed: [[*TEXT, :uint16], :int64],
      mcp_message_type_of: [[*TEXT, :pointer], :int32],
      mcp_json_string_decode: [[*TEXT, *TEXT], :size_t],

      mcp_sse_reader_new: [%i[size_t pointer], :int32],
      mcp_sse_reader_push: [[:pointer, *TEXT], :int32],
      mcp_sse_reader_finish: [[:pointer], :int32],
      mcp_sse_reader_next: [%i[pointer pointer pointer pointer], :int32],
      mcp_sse_reader_last_event_id: [[:pointer], STR],
      mcp_sse_reader_retry_ms: [%i[pointer pointer], :bool],
      mcp_sse_reader_free: [[:pointer], :void],

      mcp_kind_name: [[:int32], :string],
      mcp_kind_parent: [[:int32], :int32],
      mcp_kind_for_code: [[:int64], :int32],
      mcp_code_name: [[:int64], :string],
      mcp_code_draft_name: [[:int64], :string],
      mcp_code_may_emit: [[:int64], :int32],
      mcp_code_http_status: [%i[int64 int32], :uint16],

      mcp_era_name: [[:int32], :string],
      mcp_action_name: [[:int32], :string],
      mcp_reason_name: [[:int32], :string],
      mcp_transport_name: [[:int32], :string],
      mcp_emit_name: [[:int32], :string],
      mcp_origin_name: [[:int32], :string],
      mcp_message_type_name: [[:int32], :string],

      mcp_error_era: [%i[pointer int32], :int32],
      mcp_error_advise: [[:pointer, *TEXT, :pointer, :pointer], :int32],
      mcp_negotiate: [[*TEXT, *TEXT, :pointer, :pointer], :int32],
      mcp_advice_json: [[:pointer], STR],
      mcp_advice_era: [[:pointer], :int32],
      mcp_advice_action: [[:pointer], :int32],
      mcp_advice_reason: [[:pointer], :int32],
      mcp_advice_version: [[:pointer], STR],
      mcp_advice_missing_json: [[:pointer], STR],
      mcp_advice_declare_json: [[:pointer], STR],
      mcp_advice_context_json: [[:pointer], STR],
      mcp_advice_text: [[:pointer], STR],
      mcp_advice_free: [[:pointer], :void],

      mcp_caps_missing: [[*TEXT, *TEXT, *MADE_TEXT, :pointer], :int32],
      mcp_caps_declare: [[*TEXT, *TEXT, *TEXT, *MADE_TEXT, :pointer], :int32],
      mcp_caps_for_input_request: [[*TEXT, *TEXT, *MADE_TEXT, :pointer], :int32],

      mcp_request_check: [[*TEXT, *TEXT, :pointer, :pointer], :int32],
      mcp_request_read: [[*TEXT, :pointer], :int32],
      mcp_request_headers: [[*TEXT, *TEXT, *MADE_TEXT, :pointer], :int32],
      mcp_error_new_missing_capability: [[*TEXT, *TEXT, :pointer, :pointer], :int32],
      mcp_error_new_unsupported_version: [[*TEXT, *TEXT, *TEXT, :pointer, :pointer], :int32],
      mcp_error_new_header_mismatch: [[*TEXT, :pointer], :int32],
      mcp_error_to_json: [[:pointer, :int32, *MADE_TEXT, :pointer], :int32],
      mcp_error_to_response_json: [[:pointer, :int32, *TEXT, *MADE_TEXT, :pointer], :int32]
    }.freeze
  end
end
