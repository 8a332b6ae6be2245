// Reads JSON-RPC responses, one per line of standard input, and prints what kind of error each is and what to do next.
#include <mcp_errors.hpp>

#include <iostream>
#include <string>

int main() {
    int errors = 0;
    for (std::string line; std::getline(std::cin, line);) {
        auto error = mcp::error::from_response(line);
        if (error.status() == mcp::status::not_an_error) {
            std::cout << "a result, no error\n";
            continue;
        }
        if (!error) {
            std::cerr << mcp::name(error.status()) << '\n';
            return 2;
        }
        errors++;
        std::cout << error->log_line() << '\n'; // safe to print; message() is as the peer sent it
        if (error->is_a(mcp::kind::missing_required_client_capability_error))
            std::cout << "  needs " << error->required_caps_json() << '\n';

        auto advice = error->advise(R"({"transport":"stdio","client_versions":["2026-07-28"]})");
        if (advice) {
            std::cout << "  " << mcp::name(advice->action()) << ": " << mcp::name(advice->reason());
            if (auto version = advice->version())
                std::cout << ", with " << *version;
            std::cout << '\n';
        } else {
            std::cerr << mcp::name(advice.status()) << ' ' << advice.failure().problem << '\n';
            return 2;
        }
    }
    return errors ? 1 : 0;
}
