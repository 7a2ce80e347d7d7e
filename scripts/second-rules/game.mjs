import { need } from '../verify.mjs'

/** Computes again which tick decided a round of the price game: the last one of BTC/USDT at or before the hour that its number counts. */
export function verifyGame({ round }, _, all) {
  const hour = Number(round.id) * 3_600_000
  need(round.symbol === 'BTC-USDT' && round.endsAtMs === hour, 'the round is of another hour')
  const [after, last, ...others] = all
  const isOfRound = (tick) => tick.symbol === 'BTC-USDT' && !tick.isHeld
  need(
    others.length === 0 && after && isOfRound(after) && after.atMs > hour,
    'nothing shows that the hour is over',
  )
  if (after.previous === 0) need(!last, 'a tick is of another place')
  else
    need(
      last && isOfRound(last) && last.sequence === after.previous && last.atMs <= hour,
      'the last tick is missing',
    )
  const isVoid = !last || hour - last.atMs > 2_000
  const isSame = isVoid
    ? round.tick === null
    : ['sequence', 'price', 'atMs'].every((name) => round.tick?.[name] === last[name])
  need(isSame, 'the round names another tick or price')
  return [isVoid ? 'Outcome: void' : `Outcome: tick #${last.sequence}`]
}
