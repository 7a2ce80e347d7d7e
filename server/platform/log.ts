import pino, { type Logger } from 'pino'
import { isOutOfResources, isUnavailable } from './db/errors.ts'

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

const SAID_EVERY_MS = 60_000
const saidAt = new WeakMap<Logger, number>()

/**
 * Logs a fault. That the database is away is said by whoever watches the connection, and that it is out
 * of room by the first who meets it in a minute: not by every call.
 */
export function logFault(log: Logger, error: unknown, line: string, details: object = {}): void {
  const isFull = isOutOfResources(error)
  const nowMs = performance.now()
  if (isFull && nowMs - (saidAt.get(log) ?? Number.NEGATIVE_INFINITY) >= SAID_EVERY_MS) {
    saidAt.set(log, nowMs)
    log.error(
      `the database has no room (${(error as Error).message.split('\n')[0]}); calls are refused until it has`,
    )
  } else if (isFull || isUnavailable(error)) log.debug({ ...details, err: error }, line)
  else log.error({ ...details, err: error }, line)
}
