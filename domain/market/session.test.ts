import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { easterSunday, stockDay } from './holidays.ts'
import { findInstrument, instruments } from './instruments.ts'
import { isOpen, nextChange } from './session.ts'
import { dateOf, dayOf, fromWallTime, toWallTime } from './wall-clock.ts'

const listed = (symbol: string) => findInstrument(symbol) ?? expect.fail(`${symbol} is not listed`)
const at = (text: string) => Date.parse(text)

describe('when a market is open', () => {
  it.each([
    // New York is five hours behind UTC in winter and four in summer.
    ['AAPL', '2022-12-13T14:29:59Z', false, 'just before the winter bell'],
    ['AAPL', '2022-12-13T14:30:00Z', true, 'at the winter bell'],
    ['AAPL', '2022-12-13T20:59:59Z', true, 'just before the close'],
    ['AAPL', '2022-12-13T21:00:00Z', false, 'at the close'],
    ['AAPL', '2022-07-13T13:30:00Z', true, 'at the summer bell'],
    ['AAPL', '2023-03-13T13:30:00Z', true, 'the Monday after the clocks went forward'],
    ['AAPL', '2023-03-10T13:30:00Z', false, 'the Friday before them'],
    ['SPY', '2022-11-24T16:00:00Z', false, 'Thanksgiving'],
    ['SPY', '2022-11-25T17:59:00Z', true, 'the short day after Thanksgiving'],
    ['SPY', '2022-11-25T18:00:00Z', false, 'its early close'],
    ['SPY', '2022-12-10T16:00:00Z', false, 'a Saturday'],
    ['EUR-USD', '2022-12-11T21:59:00Z', false, 'Sunday before the week opens'],
    ['EUR-USD', '2022-12-11T22:00:00Z', true, 'Sunday evening'],
    ['EUR-USD', '2022-07-10T21:00:00Z', true, 'Sunday evening in summer'],
    ['EUR-USD', '2022-12-14T03:00:00Z', true, 'a night in the week'],
    ['EUR-USD', '2022-12-16T22:00:00Z', false, 'Friday at the close'],
    ['ES', '2022-12-13T22:30:00Z', false, 'the daily pause'],
    ['ES', '2022-12-13T23:00:00Z', true, 'after the pause'],
    ['ES', '2022-12-25T23:30:00Z', true, 'the evening of a Christmas that fell on a Sunday'],
    ['ES', '2023-04-06T22:30:00Z', false, 'the evening before Good Friday'],
    ['ES', '2023-04-07T15:00:00Z', false, 'Good Friday'],
    ['BTC-USDT', '2022-12-25T03:00:00Z', true, 'Christmas night'],
  ])('%s at %s: %s, %s', (symbol, time, open) => {
    expect(isOpen(listed(symbol), at(time))).toBe(open)
  })

  it.each([
    ['AAPL', '2022-12-13T12:00:00Z', '2022-12-13T14:30:00Z'],
    ['AAPL', '2022-12-13T15:00:00Z', '2022-12-13T21:00:00Z'],
    ['AAPL', '2022-12-16T22:00:00Z', '2022-12-19T14:30:00Z'],
    ['AAPL', '2022-12-23T22:00:00Z', '2022-12-27T14:30:00Z'],
    ['EUR-USD', '2022-12-14T03:00:00Z', '2022-12-16T22:00:00Z'],
    ['EUR-USD', '2023-03-11T12:00:00Z', '2023-03-12T21:00:00Z'],
    ['ES', '2022-12-13T15:00:00Z', '2022-12-13T22:00:00Z'],
  ])('%s at %s next changes at %s', (symbol, time, change) => {
    expect(new Date(nextChange(listed(symbol), at(time)) ?? 0).toISOString()).toBe(
      new Date(change).toISOString(),
    )
  })

  it('never changes for crypto', () => {
    expect(nextChange(listed('BTC-USDT'), at('2022-12-13T00:00:00Z'))).toBeUndefined()
  })

  it('changes exactly at its next change and not before', () => {
    const closing = instruments.filter(({ session }) => session !== 'always')
    const instants = fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') })
    fc.assert(
      fc.property(
        fc.constantFrom(...closing),
        instants,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (market, now, part) => {
          const change = nextChange(market, now) ?? expect.fail('a change')
          const before = Math.floor(now + (change - 1 - now) * part)
          expect(isOpen(market, before)).toBe(isOpen(market, now))
          expect(isOpen(market, change)).toBe(!isOpen(market, now))
        },
      ),
    )
  })
})

describe('the holidays of the New York Stock Exchange', () => {
  // From the exchange's published calendars.
  const published: Record<number, string[]> = {
    2022: ['01-17', '02-21', '04-15', '05-30', '06-20', '07-04', '09-05', '11-24', '12-26'],
    2023: ['01-02', '01-16', '02-20', '04-07', '05-29', '06-19', '07-04', '09-04', '11-23', '12-25'],
    2024: ['01-01', '01-15', '02-19', '03-29', '05-27', '06-19', '07-04', '09-02', '11-28', '12-25'],
    2026: ['01-01', '01-19', '02-16', '04-03', '05-25', '06-19', '07-03', '09-07', '11-26', '12-25'],
    2027: ['01-01', '01-18', '02-15', '03-26', '05-31', '06-18', '07-05', '09-06', '11-25', '12-24'],
  }

  it.each(Object.keys(published).map(Number))('are those published for %i', (year) => {
    const closed: string[] = []
    for (let day = dayOf(year, 1, 1); day < dayOf(year + 1, 1, 1); day++) {
      const weekday = new Date(day * 86_400_000).getUTCDay()
      if (weekday === 0 || weekday === 6 || stockDay(day) !== 'closed') continue
      const { month, date } = dateOf(day)
      closed.push(`${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`)
    }
    expect(closed).toEqual(published[year])
  })

  it.each([
    ['2023-07-03', 'early-close'],
    ['2024-12-24', 'early-close'],
    ['2026-11-27', 'early-close'],
    ['2026-12-24', 'early-close'],
    ['2026-07-02', 'full'],
    ['2027-12-23', 'full'],
  ])('makes %s a day of kind %s', (date, kind) => {
    expect(stockDay(at(date) / 86_400_000)).toBe(kind)
  })

  it.each([
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2038, '2038-04-25'],
  ])('has Easter of %i on %s', (year, date) => {
    expect(easterSunday(year)).toBe(at(date) / 86_400_000)
  })
})

describe('wall clocks', () => {
  it('come back to the minute they left, except in the hour that autumn repeats', () => {
    const zones = fc.constantFrom('America/New_York', 'Europe/London', 'Asia/Tokyo', 'UTC')
    const minutes = fc.integer({
      min: Math.floor(at('2000-01-01') / 60_000),
      max: Math.floor(at('2035-01-01') / 60_000),
    })
    fc.assert(
      fc.property(zones, minutes, (zone, minute) => {
        const now = minute * 60_000
        const back = fromWallTime(zone, toWallTime(zone, now))
        expect([now, now - 3_600_000]).toContain(back)
      }),
    )
  })
})
