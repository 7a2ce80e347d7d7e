import { fail, need } from '../verify.mjs'
import {
  ceiling,
  dayOf,
  endAt,
  floor,
  least,
  liquidationPrice,
  notional,
  scaled,
  ticksOf,
  tickValue,
  unitsOf,
} from './parts.mjs'

/**
 * Computes again what became of a contract: from what its customer asked for, and the ticks of the tape. Amounts in
 * 10^-7 USDT, prices in ticks, mark prices (bid and ask added up) in half ticks, lots in hundredths.
 */

export function verifyContract(file, receipts, ticks) {
  const said = []
  const [r, ...acts] = receipts
  need(r?.product === 'contract' && r.order === file.position, 'the receipt is of another position')
  const isLong = r.direction === 'long'
  const sign = isLong ? 1n : -1n
  const own = (sequence) =>
    ticks.find((tick) => tick.sequence === sequence && tick.symbol === r.symbol && !tick.isHeld) ??
    fail(`tick #${sequence} is missing`)

  const share = (amount, bps) => ceiling(amount * BigInt(bps), 10_000n)
  const lotsOf = (text) => Number(scaled(text) / 10n ** 13n)
  // An order that waits may be amended: from then on it is what that receipt says.
  let setAside = r['set-aside'] && unitsOf(r['set-aside'])
  let limit = ticksOf(r['limit-price'], r['tick-size'])
  let ordered = lotsOf(r.lots)
  const p = { isLong, status: 'pending', lots: 0, margin: setAside ?? 0n, maintenance: 0n, liquidation: null }
  const stops = (from) => {
    p.profit = ticksOf(from['take-profit'], r['tick-size'])
    p.stop = ticksOf(from['stop-loss'], r['tick-size'])
  }
  stops(r)
  // Only ticks after `from` count for the prices that it has now.
  let [from, day, charged, used] = [r.tape, dayOf(r.acceptedAtMs), undefined, 0]

  function isReached({ bid, ask, lowMark = bid + ask, highMark = bid + ask, lowAsk = ask, highBid = bid }) {
    if (p.status === 'pending') return isLong ? lowAsk <= limit : highBid >= limit
    return endAt(p, lowMark) !== undefined || endAt(p, highMark) !== undefined
  }
  /** No tick after `from` reached a price of it, going back from the last by the ticks' links. */
  function nothingBefore(last, isDeciding, askedDay) {
    let firstDay = askedDay
    for (let tick = last; tick.sequence > from; ) {
      const span =
        tick === last ? undefined : tick.spans.findLast((one) => one.after > from && 'lowMark' in one)
      if (tick !== last || !isDeciding)
        need(!isReached(span ?? tick), `a price was reached at or before tick #${tick.sequence}`)
      firstDay = dayOf(tick.atMs)
      const before = span ? span.after : tick.previous
      need(before >= from && before < tick.sequence, `a tick before #${tick.sequence} is missing`)
      if (before === from) break
      tick = own(before)
    }
    need(charged === undefined || firstDay === undefined || firstDay >= charged, 'a midnight too many')
    if (firstDay !== undefined) charged = undefined
  }
  /** The value at a conversion; `isNewest` tells of the tick after it whether that came too late to count. */
  function valueAt(sequence, isNewest, same) {
    need((sequence === null) === (r.conversion === undefined), 'a conversion is missing')
    if (sequence === null) return tickValue(r)
    const of = (tick) => tick.symbol === r.conversion && !tick.isHeld
    const pair = ticks.find((tick) => tick.sequence === sequence && of(tick))
    need(pair, 'a conversion is missing')
    if (r.conversion === r.symbol) need(same === undefined || same === sequence, 'another conversion')
    else if (isNewest) {
      const next = ticks.find((tick) => tick.previous === sequence && of(tick))
      need(next && isNewest(pair, next), `#${sequence} was not the newest conversion`)
    }
    return tickValue(r, pair)
  }
  const newestAt = (tick) => (pair, next) => pair.sequence < tick.sequence && tick.sequence < next.sequence
  function open(claim) {
    const tick = own(setAside === undefined ? r.tape : claim.sequence)
    const conversion =
      setAside === undefined ? Number(r['conversion-tick'] ?? Number.NaN) : claim.conversionSequence
    if (setAside !== undefined) {
      need(tick.sequence > from && isReached(tick), `tick #${tick.sequence} does not open it`)
      nothingBefore(tick, true)
      day = dayOf(tick.atMs)
    }
    const checked = setAside === undefined ? undefined : newestAt(tick)
    p.value = valueAt(Number.isNaN(conversion) ? null : conversion, checked, checked && tick.sequence)
    p.entry = isLong ? tick.ask : tick.bid
    const marginAt = limit !== null && !isLong ? Math.min(p.entry, limit) : p.entry
    const wanted = ceiling(notional(p.value, ordered, 2 * marginAt), BigInt(r.leverage))
    const full = share(notional(p.value, ordered, 2 * p.entry), r['fee-bps'])
    const fee = setAside === undefined ? full : least(full, setAside)
    p.margin = setAside === undefined ? wanted : least(wanted, setAside - fee)
    Object.assign(p, { status: 'open', lots: ordered, spread: BigInt(tick.ask - tick.bid) })
    p.maintenance = share(p.margin, r['maintenance-bps'])
    from = tick.sequence
    p.liquidation = liquidationPrice(r, p)
    return { tick, conversion, lots: ordered, price: p.entry, fee }
  }
  function close(tick, lots, reason, conversion, isNewest) {
    const [n, d] = valueAt(conversion, isNewest, isNewest && tick.sequence)
    const price = isLong ? tick.bid : tick.ask
    const amount = floor(sign * BigInt(price - p.entry) * BigInt(lots) * n, d)
    const part = (of) => floor(of * BigInt(lots), BigInt(p.lots))
    const margin = part(p.margin)
    const lost = amount < 0n ? -amount : 0n
    const loss = least(lost, margin)
    const fee = least(share(notional([n, d], lots, 2 * price), r['fee-bps']), margin - loss)
    Object.assign(p, { margin: p.margin - margin, maintenance: p.maintenance - part(p.maintenance) })
    p.lots -= lots
    from = Math.max(from, tick.sequence)
    if (p.lots > 0) p.liquidation = liquidationPrice(r, p)
    else p.status = 'closed'
    return { tick, conversion, reason, lots, price, amount, fee, shortfall: lost - loss }
  }
  function midnight(claim) {
    const tick = own(claim.sequence)
    need(dayOf(tick.atMs) <= day, `tick #${tick.sequence} is not before that midnight`)
    nothingBefore(tick, false)
    charged = ++day
    const isNewest = (pair, next) => dayOf(pair.atMs) < day && dayOf(next.atMs) >= day
    const value = valueAt(claim.conversionSequence, isNewest, tick.sequence)
    const mark = tick.bid + tick.ask
    const amount = least(share(notional(value, p.lots, mark), r['financing-bps']), p.margin)
    p.margin -= amount
    from = Math.max(from, tick.sequence)
    p.liquidation = liquidationPrice(r, p)
    return { tick, conversion: claim.conversionSequence, lots: p.lots, price: mark, amount }
  }
  function byPrice(claim) {
    const tick = own(claim.sequence)
    const reason = p.status === 'pending' || endAt(p, tick.bid + tick.ask)
    need(tick.sequence > from && reason && isReached(tick), `tick #${tick.sequence} does not end it`)
    nothingBefore(tick, true)
    if (p.status === 'pending') {
      const said = ['halted', 'own-limits'].includes(claim.reason) ? claim.reason : 'exposure'
      return cancel(tick, said)
    }
    need(dayOf(tick.atMs) <= day, 'a midnight was not charged')
    return close(tick, p.lots, reason, claim.conversionSequence, newestAt(tick))
  }
  function cancel(tick, reason) {
    Object.assign(p, { status: 'cancelled', margin: 0n })
    return { tick, reason }
  }
  function asked(claim) {
    const act = acts[used++] ?? fail('a receipt is missing')
    const kinds = { close: 'closed', stops: 'stops', margin: 'margin', cancel: 'cancelled', amend: 'amended' }
    need(claim.kind === kinds[act.act], 'its customer asked for something else')
    need(act.position === r.order && act.symbol === r.symbol, 'a receipt is of another position')
    const [tick, askedDay] = [own(act.tape), dayOf(act.acceptedAtMs)]
    const isCharged = dayOf(tick.atMs) <= day && day <= askedDay
    need(p.status === 'pending' || isCharged, 'a midnight was not charged, or one too many')
    nothingBefore(tick, false, askedDay)
    from = Math.max(from, tick.sequence)
    if (act.act === 'cancel' && p.status === 'pending') return cancel(undefined, act.reason ?? 'user')
    if (act.act === 'stops') {
      stops(act)
      return { tick }
    }
    if (act.act === 'amend') {
      need(p.status === 'pending', 'it was open already')
      setAside = unitsOf(act['set-aside'])
      limit = ticksOf(act['limit-price'], r['tick-size'])
      ordered = lotsOf(act.lots)
      p.margin = setAside
      return { tick, lots: ordered, price: limit }
    }
    need(p.status === 'open', 'it was not open')
    if (act.act === 'close') {
      const lots = lotsOf(act.lots)
      need(lots <= p.lots, 'more was closed than was open')
      return close(tick, lots, act.reason ?? 'user', Number(act['conversion-tick'] ?? 0) || null)
    }
    const amount = unitsOf(act.amount)
    p.margin += amount
    p.liquidation = liquidationPrice(r, p)
    return { tick, amount }
  }

  for (const claim of file.changes) {
    need(p.status === 'pending' || p.status === 'open', 'something is said to have happened after its end')
    const isEarly = p.status === 'pending' && ['closed', 'financing', 'margin'].includes(claim.kind)
    need(!isEarly && (p.status === 'pending' || claim.kind !== 'opened'), 'it was not open, or was already')
    // A customer's own limits cancel an order when a price reaches it, and by a receipt before.
    const isAsked = /user|lead|copy/.test(claim.reason) || (claim.reason === 'own-limits' && !claim.sequence)
    const isPrice = !isAsked && ['closed', 'cancelled'].includes(claim.kind)
    const does = { opened: open, financing: midnight }[claim.kind] ?? (isPrice ? byPrice : asked)
    const done = does(claim)
    const text = (amount) => (amount === undefined ? null : String(amount))
    const computed = {
      ...{ reason: done.reason ?? null, lots: done.lots ?? null, price: done.price ?? null },
      ...{ sequence: done.tick?.sequence ?? null, amount: text(done.amount), fee: text(done.fee) },
      ...{ shortfall: text(done.shortfall), margin: text(p.margin), takeProfit: p.profit, stopLoss: p.stop },
      ...{ liquidationPrice: p.liquidation, conversionSequence: done.conversion || null },
    }
    for (const [name, value] of Object.entries(computed))
      need(claim[name] === value, `${claim.kind}: ${name} is ${claim[name]}, computed ${value}`)
    const by = `${claim.reason ? ` (${claim.reason})` : ''} by tick #${claim.sequence}`
    said.push(`${claim.kind}${by}, margin then ${claim.margin}`)
  }
  need(used === acts.length && ['closed', 'cancelled'].includes(p.status), 'it is not over')
  return said
}
