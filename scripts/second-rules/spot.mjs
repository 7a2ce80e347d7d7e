import { fail, need } from '../verify.mjs'
import { ceiling, scaled } from './parts.mjs'

/** Adds up an order in the book from what is signed of it: all decimals in 10^-15. */
export function verifySpot({ order }, [r, ...events], ticks) {
  const end = events.pop() ?? fail('the end is missing')
  need(r.product === 'spot' && r.order === order && r.act === undefined, 'the receipt is of another order')
  need(ticks.length === 1 && ticks[0].sequence === r.tape && ticks[0].symbol === r.symbol, 'another tick')
  const isBuy = r.side === 'buy'
  const unit = 10n ** (15n - BigInt(isBuy ? r['base-decimals'] : r['quote-decimals']))
  let [limit, size] = [scaled(r['limit-price']), scaled(r.quantity)]
  const sum = { fills: 0n, amendments: 0n, filled: 0n, notional: 0n, fee: 0n }
  let atMs = r.acceptedAtMs
  const trades = new Set()
  for (const event of events) {
    need(event.order === order && event.symbol === r.symbol && event.product === 'spot', 'of another order')
    need(event.acceptedAtMs >= atMs, 'the time goes back')
    atMs = event.acceptedAtMs
    if (event.act === 'amend') {
      sum.amendments++
      limit = scaled(event['limit-price'])
      size = scaled(event.quantity)
      continue
    }
    need(event.act === 'fill' && event.trade !== undefined, 'something else happened')
    need(!trades.has(event.trade), `the fill ${event.trade} stands there twice`)
    trades.add(event.trade)
    const [price, quantity, notional] = [event.price, event.quantity, event.notional].map(scaled)
    need(isBuy ? price <= limit : price >= limit, `a fill at ${event.price} is worse than the limit`)
    need(price * quantity === notional * 10n ** 15n, 'a notional is not price times quantity')
    const bps = BigInt(r[`${event.liquidity === 'maker' ? 'maker' : 'taker'}-fee-bps`])
    const fee = ceiling((isBuy ? quantity : notional) * bps, 10_000n * unit) * unit
    need(fee === scaled(event.fee), `the fee is ${event.fee}`)
    sum.fills++
    sum.filled += quantity
    sum.notional += notional
    sum.fee += fee
  }
  need(end.order === order && end.act === 'ended', 'the end is missing')
  for (const name of ['fills', 'amendments']) need(String(sum[name]) === end[name], `${name} are missing`)
  for (const name of ['filled', 'notional', 'fee']) need(sum[name] === scaled(end[name]), `another ${name}`)
  need(sum.filled <= size && (sum.filled === size) === (end.status === 'filled'), 'another end')
  return [`Outcome: ${sum.fills} fills, as signed`]
}
