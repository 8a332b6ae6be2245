# frozen_string_literal: true

require 'ffi'
require_relative 'version'
require_relative 'functions'
require_relative 'library'

module MCPErrors
  # The C functions, and the layouts of the C structs. Every call holds the GVL: the calls are short.
  # @api private
  module Native
    # Nothing is defined before the library is known to be usable, so that a failed require can be repeated.
    path = Library.find

    # Text that belongs to a handle: not NUL-terminated.
    class Str < FFI::Struct
      layout :ptr, :pointer, :len, :size_t
    end

    # The layouts serve for sizes and offsets: no struct object is made for an error.
    class HttpResponse < FFI::Struct
      layout :struct_size, :size_t, :status, :uint16,
             :content_type, :pointer, :content_type_len, :size_t,
             :www_authenticate, :pointer, :www_authenticate_len, :size_t,
             :retry_after, :pointer, :retry_after_len, :size_t,
             :body, :pointer, :body_len, :size_t,
             :max_error_body, :size_t,
             :location, :pointer, :location_len, :size_t,
             :context_json, :pointer, :context_len, :size_t
    end

    # See mcp_failure.
    class FailureStruct < FFI::Struct
      layout :struct_size, :size_t, :parameter, :pointer, :member, :pointer, :problem, :pointer, :offset, :size_t
    end

    # See mcp_classification.
    class Classified < FFI::Struct
      layout :struct_size, :size_t, :kind, :int32, :flags, :uint32, :code, :int64,
             :http_status, :uint32, :reserved, :uint32,
             :code_text, [:uint64, 2], :message, [:uint64, 2], :data, [:uint64, 2],
             :required_capabilities, [:uint64, 2], :supported, [:uint64, 2], :requested, [:uint64, 2],
             :message_type, :int32, :reserved2, :int32, :id, [:uint64, 2]
    end

    # See mcp_request.
    class Request < FFI::Struct
      layout :struct_size, :size_t, :message_type, :int32, :reserved, :int32,
             :id, [:uint64, 2], :method, [:uint64, 2], :name, [:uint64, 2],
             :protocol_version, [:uint64, 2], :capabilities, [:uint64, 2], :arguments, [:uint64, 2]
    end

    # See mcp_view.
    class View < FFI::Struct
      texts = ->(*names) { names.flat_map { |name| [name, :pointer, :"#{name}_len", :size_t] } }
      layout :struct_size, :size_t, :kind, :int32, :flags, :uint32, :code, :int64, :http_status, :uint32,
             :message_type, :int32, :local, :uint32, :built, :uint32, :has_retry_ms, :uint32, :reserved, :uint32,
             :retry_ms, :uint64, *texts[:code_text, :message, :data_json, :id_json, :required_caps_json],
             :supported_count, :size_t,
             *texts[:supported_suffix, :requested_json, :challenge_error, :scope, :description, :resource_metadata, :location,
                    :retry_after, :last_event_id, :malformed_reason, :log_line]
    end

    extend FFI::Library

    ffi_lib path
    Functions::ALL.each do |name, (parameters, result)|
      attach_function(name, parameters, result == Functions::STR ? Str.by_value : result)
    end

    # The file or soname that was loaded.
    PATH = path

    # mcp_status
    OK = 0
    INVALID_ARGUMENT = 1
    INVALID_JSON = 2
    NOT_AN_ERROR = 3
    FORBIDDEN_CODE = 4
    OUT_OF_MEMORY = 6

    # The size of a pointer.
    POINTER = FFI::Pointer.size

    class << self
      # The names of an enumeration, by number.
      # @param function [Symbol] such as :mcp_kind_name
      # @return [Array<String>]
      def names(function)
        names = []
        while (name = public_send(function, names.size))
          names << name.force_encoding(Encoding::UTF_8).freeze
        end
        names.freeze
      end

      # @param layout [Class] of a struct that begins with its size
      # @return [FFI::MemoryPointer] room for one, its size set
      def room(layout)
        FFI::MemoryPointer.new(layout.size).tap { |out| out.put(:size_t, 0, layout.size) }
      end
    end
  end
end
