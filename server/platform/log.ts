import pino, { type Logger } from 'pino'
import { isDatabaseAway } from './db/away.ts'

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
    // Not `code`: that name is a customer's code, and hidden.
    ...(error.code && { errorCode: error.code }),
    ...(error.constraint && { constraint: error.constraint }),
    stack: error.stack,
  }
}

/**
 * Logs a fault; an outage of the database is said once, by whoever watches the connection, and not by
 * everything it meets.
 */
export function logFault(log: Logger, error: unknown, line: string, details: object = {}): void {
  if (isDatabaseAway(error)) log.debug({ ...details, err: error }, line)
  else log.error({ ...details, err: error }, line)
}
