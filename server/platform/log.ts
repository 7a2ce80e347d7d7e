import pino, { type Logger } from 'pino'

/** Names that never reach a log, wherever they stand in what is logged. */
const SECRET = [
  'password',
  'repeated',
  'token',
  'authorization',
  'code',
  'secret',
  'payPassword',
  'cardNumber',
]

/** The process's log: one JSON line an event, on standard error; secrets are replaced. */
export const createLog = (level: string): Logger =>
  pino(
    {
      level,
      redact: { paths: SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
      base: null,
      serializers: { err: errorFields },
    },
    pino.destination(2),
  )

/** What a log keeps of an error: no parameters of queries, which may hold a customer's data. */
function errorFields(error: Error & { code?: string; constraint?: string }) {
  return {
    type: error.name,
    message: error.message,
    ...(error.code && { code: error.code }),
    ...(error.constraint && { constraint: error.constraint }),
    stack: error.stack,
  }
}
