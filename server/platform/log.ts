import pino, { type DestinationStream, type Logger } from 'pino'
import { Refusal, type RefusalParams } from '#domain/errors.ts'
import { isOutOfResources, isUnavailable } from './db/errors.ts'

/** Field names that are redacted wherever they occur in a log entry. */
const SECRET = [
  'password',
  'repeated',
  'token',
  'authorization',
  'code',
  'secret',
  'payPassword',
  'cardNumber',
  'card_number',
]

/** The process's log: one JSON line an event, on standard error; secrets are replaced. */
export const createLog = (level: string, destination: DestinationStream = pino.destination(2)): Logger =>
  pino(
    {
      level,
      redact: { paths: SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
      base: null,
      serializers: { err: (error: LoggedError) => errorFields(error) },
    },
    destination,
  )

interface LoggedError extends Error {
  readonly code?: string
  readonly constraint?: string
  /** Of a refusal: what its text names. */
  readonly params?: RefusalParams
}

/** How far back a log follows what caused what. */
const MAX_CAUSES = 3

/** What a log keeps of an error: no parameters of queries, which may hold a customer's data. */
function errorFields(error: LoggedError, causes = MAX_CAUSES): object {
  const { cause } = error
  return {
    type: error.name,
    message: error.message,
    // Not `code`: that name is a customer's code, and hidden.
    ...(error.code && { errorCode: error.code }),
    ...(error.constraint && { constraint: error.constraint }),
    ...(error instanceof Refusal && Object.keys(error.params).length > 0 && { params: error.params }),
    stack: error.stack,
    ...(cause instanceof Error && causes > 0 && { cause: errorFields(cause, causes - 1) }),
  }
}

/** Logs a refusal: not an error, so only where details are asked for; with what it was told from. */
export const logRefusal = (log: Logger, error: Refusal, details: object): void =>
  log.debug({ ...details, err: error }, 'refused')
const LOG_INTERVAL_MS = 60_000
const loggedAtMs = new WeakMap<Logger, number>()

/** The database is away, or a writer refused because it is: an engine does so once its patience has ended. */
const isOutage = (error: unknown): boolean =>
  isUnavailable(error) || (error instanceof Refusal && error.code === 'SERVICE_UNAVAILABLE')

/**
 * Logs an error. That the database is away is said by whoever watches the connection, and that it is out
 * of room by the first who meets it in a minute: not by every call.
 */
export function logError(log: Logger, error: unknown, line: string, details: object = {}): void {
  const isFull = isOutOfResources(error)
  const nowMs = performance.now()
  if (isFull && nowMs - (loggedAtMs.get(log) ?? Number.NEGATIVE_INFINITY) >= LOG_INTERVAL_MS) {
    loggedAtMs.set(log, nowMs)
    log.error(
      `the database has no room (${(error as Error).message.split('\n')[0]}); calls are refused until it has`,
    )
  } else if (isFull || isOutage(error)) log.debug({ ...details, err: error }, line)
  else log.error({ ...details, err: error }, line)
}
