import { fail } from '../verify.mjs'

/** What a live price was made of: the terms of its median, and what each source said. */

const LIMITS = { freshMs: 5_000, bps: 100, minimum: 2 }
/** One source may be enough of what is no pair, a stock, an ETF or a future, and of a pair of these. */
const NO_COIN = 'AUD|CAD|CHF|CNH|EUR|GBP|HKD|JPY|KRW|NZD|USD|XAU'
const ONE_SOURCE = new RegExp(`^([^-]*|(${NO_COIN})-(${NO_COIN}))$`)

function median(values) {
  const inOrder = values.toSorted((one, other) => one - other)
  const half = inOrder.length >> 1
  if (inOrder.length % 2 === 1) return inOrder[half]
  return Math.floor((inOrder[half - 1] + inOrder[half]) / 2)
}

/** The quotes that are fresh and not crossed, and those of them that are near the median of all such. */
function counting({ freshMs, maxDeviationBps, named }) {
  const compared = named
    .flatMap(({ quote }) => quote ?? [])
    .filter(({ ageMs, price, bid, ask }) => ageMs <= freshMs && bid <= price && price <= ask)
  const middle = median(compared.map(({ price }) => price))
  const isNear = (value) => Math.abs(value - middle) * 10_000 <= maxDeviationBps * middle
  return { compared, counted: compared.filter(({ price, bid, ask }) => [price, bid, ask].every(isNear)) }
}

/** Ends the verification where a price is not the median of the sources that its tick names. */
export function checkSources(tick) {
  const { sequence, symbol, source, sources, isHeld } = tick
  if (isHeld || (!sources && source !== 'median')) return
  if (!sources) fail(`tick #${sequence} does not name the sources of its price`)
  const { freshMs, maxDeviationBps, minimum, named } = sources
  const { compared, counted } = counting(sources)
  const isFair =
    freshMs <= LIMITS.freshMs &&
    maxDeviationBps <= LIMITS.bps &&
    minimum === (ONE_SOURCE.test(symbol) ? Math.min(LIMITS.minimum, named.length) : LIMITS.minimum) &&
    new Set(named.map(({ source }) => source)).size === named.length
  const isEnough = counted.length >= minimum && 2 * counted.length > compared.length
  const isMedian = ['price', 'bid', 'ask'].every(
    (name) => tick[name] === median(counted.map((each) => each[name])),
  )
  if (!isFair || !isEnough || !isMedian)
    fail(`the price of tick #${sequence} is not the median of the sources that it names`)
}
