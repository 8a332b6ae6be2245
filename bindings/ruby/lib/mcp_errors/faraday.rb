# frozen_string_literal: true

require 'faraday'
require_relative '../mcp_errors'

# See lib/mcp_errors.rb.
module MCPErrors
  # A Faraday middleware that raises the typed error of a response, and typed errors for timeouts and lost connections.
  #
  #     require 'mcp_errors/faraday'
  #     Faraday.new(url) { |connection| connection.use MCPErrors::FaradayMiddleware }
  #
  # A response of status 202 or 204 to a message that is not a request (a notification, for example) raises nothing, and neither do
  # successful responses to GET and DELETE. The body of a response that is streamed with on_data is not read.
  class FaradayMiddleware < Faraday::Middleware
    # @param env [Faraday::Env]
    def call(env)
      request = request?(env)
      @app.call(env).on_complete { |response| raise_error(response, request) }
    rescue Faraday::Error => e
      error = MCPErrors.from_exception(e)
      error ? raise(error) : raise
    end

    private

    # @return [Boolean] true if what is sent is a request, so that a response must come
    def request?(env)
      body = env[:body]
      body = JSONText.dump(body) if body.is_a?(Hash) || body.is_a?(Array)
      body.is_a?(String) && MCPErrors.message_type(body) == :request
    end

    def raise_error(env, request)
      return if env[:status].nil? || (env[:status].between?(200, 299) && (!request || streamed?(env)))

      error = MCPErrors.from_http(status: env[:status], headers: env[:response_headers] || {}, body: text(env[:body]))
      raise error if error
    end

    def streamed?(env)
      env.respond_to?(:request) && env.request.respond_to?(:on_data) && !env.request.on_data.nil?
    end

    def text(body)
      body.nil? || body.is_a?(String) ? body : JSONText.dump(body)
    end
  end

  ::Faraday::Middleware.register_middleware(mcp_errors: FaradayMiddleware) if ::Faraday::Middleware.respond_to?(:register_middleware)
end
