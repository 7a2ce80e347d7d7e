import { type Refusal, type RefusalCode, refusal } from '#domain/errors.ts'
import { asRefusal } from '#server/platform/http/envelope.ts'
import { refusalText } from '#texts/server.ts'

/**
 * What the traders' interface answers in place of a result: a number of the exchange whose shape it has, and a sentence. Its
 * clients know what happened by the number, and where one stands for several things, by the beginning of the sentence.
 */
export class ExchangeError extends Error {
  readonly status: number
  readonly code: number
  /** More fields of the answer. */
  readonly more: object
  constructor(
    code: number,
    message: string,
    { status = 400, more = {} }: { status?: number; more?: object } = {},
  ) {
    super(message)
    this.name = 'ExchangeError'
    this.code = code
    this.status = status
    this.more = more
  }
}

/** Those that are said more than once. @example throw errors.badSymbol() */
export const errors = {
  badSymbol: () => new ExchangeError(-1121, 'Invalid symbol.'),
  missing: (name: string) =>
    new ExchangeError(-1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`),
  notRead: (name: string) => new ExchangeError(-1104, `Parameter '${name}' is not served here.`),
  badType: () => new ExchangeError(-1116, 'Invalid orderType.'),
  badSide: () => new ExchangeError(-1117, 'Invalid side.'),
  badTimeInForce: () => new ExchangeError(-1115, 'Invalid timeInForce.'),
  badInterval: () => new ExchangeError(-1120, 'Invalid interval.'),
  noOrder: () => new ExchangeError(-2013, 'Order does not exist.'),
  unknownOrder: () => new ExchangeError(-2011, 'Unknown order sent.'),
  notServed: () => new ExchangeError(-1020, 'This operation is not supported.'),
  duplicate: () => new ExchangeError(-2010, 'Duplicate order sent.'),
  noUnit: () => new ExchangeError(-1013, 'Filter failure: LOT_SIZE'),
  positionSide: () => new ExchangeError(-4061, "Order's position side does not match user's setting."),
  nothingToReduce: () => new ExchangeError(-2022, 'ReduceOnly Order is rejected.'),
} as const

/** Which calls a refusal is answered to: one number stands for different things. */
export type Asked = 'spot' | 'contract' | 'cancel' | 'read'

const filter = (name: string) => [-1013, `Filter failure: ${name}`] as const

/** Refusals whose number is the same wherever they come from; all others reject the order with their own sentence. */
const known: Partial<Record<RefusalCode, readonly [code: number, message: string]>> = {
  INSTRUMENT_UNKNOWN: [-1121, 'Invalid symbol.'],
  PRICE_INVALID: filter('PRICE_FILTER'),
  PRICE_OFF_TICK: filter('PRICE_FILTER'),
  TRIGGER_PRICE_INVALID: filter('PRICE_FILTER'),
  TRIGGER_PRICE_OFF_TICK: filter('PRICE_FILTER'),
  PRICE_OUT_OF_RANGE: filter('PERCENT_PRICE'),
  TRIGGER_PRICE_OUT_OF_RANGE: filter('PERCENT_PRICE'),
  AMOUNT_INVALID: filter('LOT_SIZE'),
  AMOUNT_TOO_PRECISE: filter('LOT_SIZE'),
  QUANTITY_OFF_STEP: filter('LOT_SIZE'),
  QUANTITY_TOO_LARGE: filter('LOT_SIZE'),
  LOTS_OFF_STEP: filter('LOT_SIZE'),
  LOTS_TOO_MANY: filter('LOT_SIZE'),
  NOTIONAL_TOO_SMALL: filter('NOTIONAL'),
  TOO_MANY_OPEN_ORDERS: filter('MAX_NUM_ORDERS'),
  TOO_MANY_POSITIONS: filter('MAX_NUM_ORDERS'),
  POSITION_LIMIT: filter('MAX_POSITION'),
  CONTRACT_TOO_SMALL: [-4164, "Order's notional must be no smaller than the smallest of this symbol."],
  LEVERAGE_NOT_OFFERED: [-4028, 'Leverage is not valid.'],
  POST_ONLY_CONFLICT: [-2010, 'Order would immediately match and take.'],
  TRIGGER_PRICE_REACHED: [-2010, 'Stop price would trigger immediately.'],
  IDEMPOTENCY_KEY_REUSED: [-2010, 'Duplicate order sent.'],
  MARKET_CLOSED: [-1013, 'Market is closed.'],
  MARKET_SESSION_CLOSED: [-1013, 'Market is closed.'],
  ORDER_NOT_CANCELABLE: [-2011, 'Unknown order sent.'],
  POSITION_NOT_OPEN: [-2022, 'ReduceOnly Order is rejected.'],
  ORDER_WOULD_OPEN: [-2021, 'Order would immediately trigger.'],
  CHANGES_TOO_MANY: [-5026, 'Exceed maximum modify order limit.'],
  ORDER_NOT_AMENDABLE: [-2038, 'Order amend rejected: the order is over.'],
  SERVICE_UNAVAILABLE: [
    -1008,
    'Server is currently overloaded with other requests. Please try again in a few minutes.',
  ],
  OUTCOME_UNKNOWN: [
    -1006,
    'An unexpected response was received from the message bus. Execution status unknown.',
  ],
  INTERNAL: [-1000, 'An unknown error occurred while processing the request.'],
}

const statuses: Partial<Record<RefusalCode, number>> = {
  TOO_MANY_REQUESTS: 429,
  SERVER_BUSY: 429,
  SERVICE_UNAVAILABLE: 503,
  OUTCOME_UNKNOWN: 503,
  INTERNAL: 500,
  BODY_TOO_LARGE: 413,
}

/**
 * Of what has no name: nothing tells a second attempt from a second order, so the answer does not promise that trying again does
 * nothing twice.
 */
export const withoutPromise = (error: unknown): unknown =>
  asRefusal(error, '').code === 'SERVICE_UNAVAILABLE' ? refusal('OUTCOME_UNKNOWN', {}, error) : error

/** What a refusal of ours, or any other error, is here. */
export function errorOf(error: unknown, asked: Asked, reference: string): ExchangeError {
  if (error instanceof ExchangeError) return error
  const refused = asRefusal(error, reference)
  const [code, message] = numberOf(refused, asked)
  return new ExchangeError(code, message, { status: statuses[refused.code] ?? 400 })
}

function numberOf(refused: Refusal, asked: Asked): readonly [code: number, message: string] {
  const { code, params } = refused
  if (code === 'INSUFFICIENT_BALANCE')
    return asked === 'contract'
      ? [-2019, 'Margin is insufficient.']
      : [-2010, 'Account has insufficient balance for requested action.']
  if (code === 'ORDER_NOT_FOUND' || code === 'POSITION_NOT_FOUND')
    return asked === 'read' ? [-2013, 'Order does not exist.'] : [-2011, 'Unknown order sent.']
  if (code === 'TOO_MANY_REQUESTS')
    return [-1003, `Too many requests; please try again in ${params.seconds} s.`]
  if (code === 'PARAMETER_ERROR' || code === 'VALUE_NOT_ALLOWED')
    return [-1102, `Mandatory parameter '${params.field}' was not sent, was empty/null, or malformed.`]
  const same = known[code]
  if (same) return same
  return [asked === 'cancel' ? -2011 : -2010, refusalText(refused, 'en')]
}
