import { describe, expect, test } from 'vitest'
import { boxDetail, myBoxes } from '#domain/box/contract.ts'
import { SECOND_MS } from '#domain/time.ts'
import { seriousFindings } from './support/axe.ts'
import { ask, openSettled, tokenOf } from './support/customer.ts'
import { panelOf, REASON } from './support/operators.ts'
import { advance } from './support/plumb.ts'
import { poll } from './support/poll.ts'
import { checker, customer, maker, plumb, scenarioWithOperators } from './support/scenario.ts'
import { expectToast } from './support/toasts.ts'

/**
 * Blind boxes on a clock that the test moves: a box is bought with a seed, drawn by the next price, opened, and computed again
 * in the browser, alone and with all others of its series; a series is made by two operators.
 */

scenarioWithOperators({ clock: 'virtual' })

const page = () => customer.page
const minute = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
const boxes = async () => (await ask(plumb, await tokenOf(page()), myBoxes, {})).items

describe('a customer', () => {
  test('sees the series with odds and what is left, and buys a box with a seed of their own', async () => {
    await openSettled(page(), plumb, 'pages/nft/boxes')
    await page().getByText('Ten lights on a river at night').waitFor()
    expect(await seriousFindings(page())).toEqual([])
    await page().getByText('Tides', { exact: true }).click()
    await page().waitForURL(/nft\/box\?code=TIDES/)
    const odds = page().getByRole('table', { name: 'Odds of the next box' })
    await odds.getByText('50.000%').waitFor()
    await odds.getByText('8.333%').waitFor()
    const seed = page().getByLabel('Your seed')
    await seed.fill('short')
    await page().getByText('8 to 64 letters, digits, - and _').waitFor()
    await seed.fill('my-own-seed-of-today')
    expect(await seriousFindings(page())).toEqual([])
    // A price that is fresh: the clock stood still until now.
    await advance(plumb, 2 * SECOND_MS)
    await page().getByRole('button', { name: 'Buy for 25.00 USDT' }).click()
    const sheet = page().getByRole('dialog', { name: 'Confirm purchase' })
    await sheet.getByText('my-own-seed-of-today').waitFor()
    await sheet.getByRole('button', { name: 'Buy for 25.00 USDT' }).click()
    await page().waitForURL(/nft\/myBoxes\?id=/)
    await page().getByText('Waiting for the first price after your purchase.').waitFor()
  })

  test('opens it once the next price has come, and computes the draw again', async () => {
    await poll('the draw', async () => {
      await advance(plumb, 2 * SECOND_MS)
      return (await boxes())[0]!.state === 'drawn'
    })
    const [box] = await boxes()
    expect(box).toMatchObject({ item: null, number: 1, clientSeed: 'my-own-seed-of-today' })
    await openSettled(page(), plumb, `pages/nft/myBoxes?id=${box!.id}`)
    const sheet = page().getByRole('dialog', { name: 'Tides' })
    await sheet.getByText('Drawn. Open it to see what is yours.').waitFor()
    await sheet.getByRole('button', { name: 'Open the box' }).click()
    await sheet.getByText(/^Tides \d+ is yours/).waitFor()
    expect(await seriousFindings(page())).toEqual([])
    await sheet.getByRole('link', { name: 'Compute the draw again' }).click()
    await page().waitForURL(/verify\/verify\?box=TIDES.1/)
    await page()
      .getByRole('heading', { name: 'Secret, contents, and earlier draws are as promised' })
      .waitFor()
    await page().getByText('12 of 12 artworks were left').waitFor()
    await page().getByText('Your seed: my-own-seed-of-today').waitFor()
    const [opened] = await boxes()
    await page().getByText(`: ${opened!.item!.code}`, { exact: false }).waitFor()
    expect(await seriousFindings(page())).toEqual([])
  })

  test('sees the check fail where a digit is another, and checks every draw of the series', async () => {
    await page().getByText('Change a digit and watch it fail', { exact: false }).first().click()
    await page().getByText('A tick is not the one that the tape has at this position.').waitFor()
    await openSettled(page(), plumb, 'pages/nft/box?code=TIDES&tab=draws')
    await page().getByRole('button', { name: 'Check now' }).click()
    await page().getByText('1 draws computed again here. All of them fit.').waitFor()
    await page().getByRole('button', { name: 'Save the proofs' }).waitFor()
    expect(await seriousFindings(page())).toEqual([])
    await openSettled(page(), plumb, 'pages/nft/box?code=TIDES&tab=contents')
    await page().getByText('In box 1').waitFor()
    expect(await seriousFindings(page())).toEqual([])
  })
})

describe('operators', () => {
  test('propose a series of artworks, another one approves its contents by their digest', async () => {
    const nowMs = await advance(plumb, 0)
    await maker.page.getByRole('link', { name: 'Blind boxes', exact: true }).click()
    await maker.page.getByRole('table', { name: 'Series' }).getByText('Tides TIDES').waitFor()
    await maker.page.getByRole('button', { name: 'New series' }).click()
    const panel = panelOf(maker)
    for (const [name, value] of [
      ['Code', 'MURAL'],
      ['Boxes per customer', '1'],
      ['Name', 'Mural'],
      ['Description', 'Three studies'],
      ['Price of a box, USDT', '10'],
      ['Opens, UTC', minute(nowMs + 120 * SECOND_MS)],
      ['Ends, UTC', minute(nowMs + 3_600 * SECOND_MS)],
      ['Contents', 'SKETCH-01 common, SKETCH-02 common, SKETCH-03 rare'],
    ] as const)
      await panel.getByLabel(name, { exact: true }).fill(value)
    await panel.getByLabel(REASON).fill('a new series')
    expect(await seriousFindings(maker.page)).toEqual([])
    await panel.getByRole('button', { name: 'Propose', exact: true }).click()
    await expectToast(maker.page, 'Proposed. A different operator must approve.')

    await checker.page.getByRole('link', { name: 'Blind boxes', exact: true }).click()
    await checker.page.getByRole('table', { name: 'Proposed' }).getByText('MURAL', { exact: false }).click()
    const digest = panelOf(checker).getByText(/^[0-9a-f]{64}$/)
    const approved = await digest.textContent()
    await panelOf(checker).getByLabel(REASON).fill('seen as well')
    await panelOf(checker).getByRole('button', { name: 'Approve', exact: true }).click()
    await checker.page.getByRole('table', { name: 'Series' }).getByText('Mural MURAL').waitFor()
    const series = await ask(plumb, await tokenOf(page()), boxDetail, { code: 'MURAL' })
    expect(series).toMatchObject({ inventory: approved, items: 3, boxes: 6, phase: 'announced' })
  })
})
