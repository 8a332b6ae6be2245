# frozen_string_literal: true

require 'ffi'
require_relative 'version'
require_relative 'library'

module MCPErrors
  # The C functions, as they are. Text goes in as a Ruby String and its size in bytes. No function takes a callback, and
  # none is called without the GVL: the calls are short, and a String must not change meanwhile.
  module Native
    extend FFI::Library

    # Text out of a handle: not NUL-terminated, valid as long as the handle.
    class Str < FFI::Struct
      layout :ptr, :pointer, :len, :size_t
    end

    # An HTTP answer as mcp_error_from_http takes it.
    class HttpResponse < FFI::Struct
      layout :struct_size, :size_t, :status, :uint16,
             :content_type, :pointer, :content_type_len, :size_t,
             :www_authenticate, :pointer, :www_authenticate_len, :size_t,
             :retry_after, :pointer, :retry_after_len, :size_t,
             :body, :pointer, :body_len, :size_t,
             :max_error_body, :size_t
    end

    # Only for its size and offsets: reading a message goes through {Classification}, which makes no struct object.
    class ClassificationLayout < FFI::Struct
      layout :struct_size, :size_t, :kind, :int32, :flags, :uint32, :code, :int64,
             :http_status, :uint32, :reserved, :uint32,
             :code_text, [:uint64, 2], :message, [:uint64, 2], :data, [:uint64, 2],
             :required_capabilities, [:uint64, 2], :supported, [:uint64, 2], :requested, [:uint64, 2]
    end

    TEXT = %i[pointer size_t].freeze
    TEXT_OUT = %i[pointer pointer].freeze
    STR = Str.by_value

    # Name => parameters and result. Everything that is bound stands here.
    FUNCTIONS = {
      mcp_errors_version: [[], :string],
      mcp_status_text: [[:int32], :string],
      mcp_string_free: [[:pointer], :void],

      mcp_error_from_response: [[*TEXT, :pointer], :int32],
      mcp_error_from_http: [%i[pointer pointer], :int32],
      mcp_error_from_view_json: [[*TEXT, :pointer], :int32],
      mcp_error_new_server: [[:int32, *TEXT, :pointer, *TEXT, :uint16, :pointer], :int32],
      mcp_error_free: [[:pointer], :void],

      mcp_error_kind: [[:pointer], :int32],
      mcp_error_code_text: [[:pointer], STR],
      mcp_error_message: [[:pointer], STR],
      mcp_error_has_data: [[:pointer], :bool],
      mcp_error_data_json: [[:pointer], STR],
      mcp_error_http_status: [[:pointer], :uint16],
      mcp_error_is_well_formed: [[:pointer], :bool],
      mcp_error_scope: [[:pointer], STR],
      mcp_error_description: [[:pointer], STR],
      mcp_error_malformed_reason: [[:pointer], STR],
      mcp_error_log_line: [[:pointer], STR],
      mcp_error_view_json: [[:pointer], STR],

      mcp_classify: [[*TEXT, :uint16, :pointer], :int32],
      mcp_classify_response: [[*TEXT, :uint16, :pointer], :int32],
      mcp_json_string_decode: [[*TEXT, *TEXT], :size_t],
      mcp_caps_is_well_formed: [TEXT, :bool],

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

      mcp_error_era: [%i[pointer int32], :int32],
      mcp_error_advise: [[:pointer, *TEXT, :pointer], :int32],
      mcp_advice_era: [[:pointer], :int32],
      mcp_advice_action: [[:pointer], :int32],
      mcp_advice_reason: [[:pointer], :int32],
      mcp_advice_version: [[:pointer], STR],
      mcp_advice_missing_json: [[:pointer], STR],
      mcp_advice_declare_json: [[:pointer], STR],
      mcp_advice_delay_ms: [%i[pointer pointer], :bool],
      mcp_advice_text: [[:pointer], STR],
      mcp_advice_free: [[:pointer], :void],

      mcp_caps_missing: [[*TEXT, *TEXT, *TEXT_OUT], :int32],
      mcp_caps_declare: [[*TEXT, *TEXT, *TEXT, *TEXT_OUT], :int32],
      mcp_caps_for_input_request: [[*TEXT, *TEXT, *TEXT_OUT], :int32],

      mcp_request_check: [[*TEXT, *TEXT, :pointer], :int32],
      mcp_request_id: [[*TEXT, :pointer], :int32],
      mcp_error_new_missing_capability: [[*TEXT, *TEXT, :pointer], :int32],
      mcp_error_new_unsupported_version: [[*TEXT, *TEXT, *TEXT, :pointer], :int32],
      mcp_error_new_header_mismatch: [[*TEXT, :pointer], :int32],
      mcp_error_to_json: [[:pointer, *TEXT_OUT], :int32],
      mcp_error_to_response_json: [[:pointer, *TEXT, *TEXT_OUT], :int32]
    }.freeze

    PATH = Library.find
    ffi_lib PATH
    begin
      FUNCTIONS.each { |name, (parameters, result)| attach_function(name, parameters, result) }
    rescue FFI::NotFoundError => e
      raise LoadError, "#{PATH} is older than this gem (mcp_errors #{VERSION}): #{e.message}"
    end

    # mcp_status
    OK = 0
    INVALID_ARGUMENT = 1
    INVALID_JSON = 2
    NOT_AN_ERROR = 3
    FORBIDDEN_CODE = 4
    OUT_OF_MEMORY = 6

    # The names of an enumeration, by number.
    # @param function [Symbol] such as :mcp_kind_name
    # @return [Array<String>]
    def self.names(function)
      names = []
      while (name = public_send(function, names.size))
        names << name.force_encoding(Encoding::UTF_8).freeze
      end
      names.freeze
    end
  end
end
