import { expect, test } from 'vitest'
import { gameRound, gameRounds } from '#domain/game/contract.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { editProfile } from '#domain/user/contract.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { ask, open, tokenOf } from './support/customer.ts'
import { looksRight } from './support/looks-right.ts'
import { REASON } from './support/operators.ts'
import { advance } from './support/plumb.ts'
import { customer, errorsOfAll, maker, plumb, scenarioWithOperators } from './support/scenario.ts'

/** The price game: a guess, changed until it closes; the tick that decides, computed again; the board, and a name off it. */
scenarioWithOperators({ clock: 'virtual' })

test('a guess is given and changed, and says when it closes and that points are not money', async () => {
  const { page } = customer
  await ask(plumb, await tokenOf(page), editProfile, { nickname: 'Demo 7' })
  await open(page, plumb, 'pages/game/game')
  await page.getByText('Points are not money: nothing is paid for them').waitFor()
  await page.getByRole('timer').getByText('Guesses close in').waitFor()
  await page.getByText('Nobody has points yet').waitFor()
  for (const [price, name] of [
    ['20000', 'Guess'],
    ['21000.5', 'Change guess'],
  ] as const) {
    await page.getByRole('textbox', { name: 'Your guess USDT' }).fill(price)
    await page.getByRole('button', { name, exact: true }).click()
  }
  await page.getByText('21,000.50', { exact: true }).waitFor()
  await looksRight(page, 'game-open')
})

test('the last tick of the hour decides, and the browser computes it again', LONG, async () => {
  const { page } = customer
  const token = await tokenOf(page)
  const { open: round } = await ask(plumb, token, gameRound, {})
  for (let nowMs = await advance(plumb, 0); nowMs < round.endsAtMs + 2 * SECOND_MS; ) {
    const leftMs = round.endsAtMs - 5 * SECOND_MS - nowMs
    nowMs = await advance(plumb, leftMs > 0 ? Math.min(leftMs, MINUTE_MS) : SECOND_MS)
  }
  const decided = async () =>
    (await ask(plumb, token, gameRounds, {})).items.find(({ id }) => id === round.id)
  await expect.poll(async () => (await decided())?.status, { timeout: 20_000 }).toBe('counted')
  const { tick, own } = (await decided())!
  expect(tick!.atMs).toBeLessThanOrEqual(round.endsAtMs)
  expect(tick!.atMs).toBeGreaterThanOrEqual(round.endsAtMs - 2 * SECOND_MS)
  await open(page, plumb, 'pages/game/game')
  // The round at a week's end is of the week before.
  await page.getByRole('tab', { name: 'All time' }).click()
  await page.getByText('1 round').first().waitFor()
  await page.getByText('Demo 7').waitFor()
  expect(own!.points).not.toBeNull()
  const hour = `${new Date(round.endsAtMs).toISOString().slice(11, 16)} UTC`
  await page.getByRole('heading', { name: `Round of ${hour}` }).waitFor()
  await looksRight(page, 'game-decided')
  await page.getByRole('tab', { name: 'My guesses' }).click()
  await page.getByText('21,000.50').last().waitFor()
  await looksRight(page, 'game-rounds')
  await page.getByRole('link', { name: 'Verify' }).click()
  await page.getByRole('heading', { name: 'It checks out' }).waitFor()
  await page.getByText('none in between').waitFor()
  await looksRight(page, 'game-verify')
  await page.getByText('Change a digit and watch it fail').click()
  await page.getByRole('heading', { name: 'Out of plumb' }).waitFor()
})

test('the console lists the round with its tick, and takes a name off the board', async () => {
  const { page } = maker
  const goTo = (path: string) => page.goto(`${plumb.consoleUrl}/#${path}`)
  await goTo('/game')
  await page.getByText('Counted').first().waitFor()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/game-console.png` })
  await goTo('/game/players')
  await page.getByText('Demo 7').click()
  await page.getByRole('textbox', { name: REASON }).fill('offends others')
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/game-players.png` })
  await page.getByRole('button', { name: 'Hide nickname' }).click()
  await page.getByText('Nickname hidden').first().waitFor()
  await open(customer.page, plumb, 'pages/game/game')
  await customer.page.getByText('Support removed your nickname from the board').waitFor()
  expect(await customer.page.getByText('Demo 7').count()).toBe(0)
  expect(errorsOfAll()).toEqual([])
})
