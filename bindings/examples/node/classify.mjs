// Reads one JSON-RPC response from standard input and prints what kind of error it is and what to do next.
// Usage: npm install koffi; node classify.mjs libmcp_errors.so.1 <response
import { readFileSync } from 'node:fs';
import koffi from 'koffi';

const lib = koffi.load(process.argv[2]);
const mcp_str = koffi.struct('mcp_str', { ptr: 'void *', len: 'size_t' });
const mcp_failure = koffi.struct('mcp_failure', { struct_size: 'size_t', parameter: 'const char *', member: 'const char *', problem: 'const char *', offset: 'size_t' });
const mcp_error = koffi.opaque('mcp_error');
const mcp_advice = koffi.opaque('mcp_advice');
const fromResponse = lib.func('int32_t mcp_error_from_response(const void *json, size_t len, _Out_ mcp_error **out)');
const errorFree = lib.func('void mcp_error_free(mcp_error *error)');
const logLine = lib.func('mcp_str mcp_error_log_line(mcp_error *error)');
const isLocal = lib.func('bool mcp_error_is_local(mcp_error *error)');
const eraOf = lib.func('int32_t mcp_error_era(mcp_error *error, int32_t transport)');
const eraName = lib.func('const char *mcp_era_name(int32_t era)');
const kindName = lib.func('const char *mcp_kind_name(int32_t kind)');
const statusText = lib.func('const char *mcp_status_text(int32_t status)');
const advise = lib.func('int32_t mcp_error_advise(mcp_error *error, const void *context, size_t len, _Out_ mcp_advice **out, _Inout_ mcp_failure *failure)');
const actionOf = lib.func('int32_t mcp_advice_action(mcp_advice *advice)');
const actionName = lib.func('const char *mcp_action_name(int32_t action)');
const declareJson = lib.func('mcp_str mcp_advice_declare_json(mcp_advice *advice)');
const adviceFree = lib.func('void mcp_advice_free(mcp_advice *advice)');
const OK = 0, NOT_AN_ERROR = 3, STDIO = 0;

// Text of a handle is a pointer and a length, valid until the handle is freed: decoded at once.
const text = ({ ptr, len }) => Buffer.from(koffi.decode(ptr, koffi.array('uint8_t', Number(len), 'Typed'))).toString();
const check = (status, failure) => {
  if (status !== OK) throw new Error(`${statusText(status)} ${failure?.parameter ?? ''} ${failure?.problem ?? ''}`);
};

const response = readFileSync(0);
const out = [null];
const status = fromResponse(response, response.length, out);
if (status === NOT_AN_ERROR) {
  console.log('a result');
  process.exit(0);
}
check(status);
const [error] = out;
try {
  console.log(text(logLine(error)));
  console.log('era:', eraName(eraOf(error, STDIO)));
  console.log('local:', Number(isLocal(error)));
  const context = Buffer.from('{"transport":"stdio","supported_caps":{"roots":{}}}');
  const advised = [null], failure = { struct_size: koffi.sizeof(mcp_failure), parameter: null, member: null, problem: null, offset: 0 };
  check(advise(error, context, context.length, advised, failure), failure);
  console.log('advice:', actionName(actionOf(advised[0])), text(declareJson(advised[0])));
  adviceFree(advised[0]);
  console.log('no name:', kindName(-1) === null); // NULL is null
} finally {
  errorFree(error); // koffi frees no handle
}
