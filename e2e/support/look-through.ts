import type { Browser, Response } from 'playwright-core'
import { type Language, locales } from '#domain/language.ts'
import { isFull } from '#server/testing/length.ts'
import { seriousFindings } from './axe.ts'
import { NARROW, newPhone, PHONE, type Phone } from './browser.ts'
import { openSettled, signIn } from './customer.ts'
import { cutOff } from './cut.ts'
import { written } from './fill.ts'
import { unreached } from './keyboard.ts'
import type { Plumb } from './plumb.ts'
import { poll } from './poll.ts'
import { titleErrors } from './title.ts'
import { englishTextsFor, keyLike, leftInEnglish, textsIn, textsOn } from './words.ts'

/** A phone that knows what it has asked for and has no answer to. */
export interface AskingPhone extends Phone {
  readonly pending: ReadonlySet<unknown>
}

/** What a phone keeps of who is signed in. */
export type Saved = Awaited<ReturnType<Phone['context']['storageState']>>

/** Signs somebody in on a phone of their own; returns what the phone keeps. */
export async function savedSignIn(
  browser: Browser,
  plumb: Plumb,
  who: { readonly email: string; readonly password: string },
): Promise<Saved> {
  const { page, context } = await newPhone(browser)
  await signIn(page, plumb, who)
  const saved = await context.storageState()
  await context.close()
  return saved
}

/** A phone of somebody who is signed in and reads a language. A request that fails is among its errors. */
export async function phoneIn(language: Language, browser: Browser, saved: Saved): Promise<AskingPhone> {
  const spoken = (kept: string): string => {
    const { state, ...rest } = JSON.parse(kept)
    return JSON.stringify({ ...rest, state: { ...state, language } })
  }
  const origins = saved.origins.map(({ localStorage, ...origin }) => ({
    ...origin,
    localStorage: localStorage.map((item) =>
      item.name === 'plumb' ? { ...item, value: spoken(item.value) } : item,
    ),
  }))
  const phone = await newPhone(browser, { storageState: { ...saved, origins } })
  const { page, consoleErrors } = phone
  const pending = new Set<unknown>()
  page.on('request', (request) => pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => {
    pending.delete(request)
    const why = request.failure()?.errorText
    // What a page asked for and no longer wants when it is left.
    if (why !== 'net::ERR_ABORTED') consoleErrors.push(`${request.url()}: ${why}`)
  })
  page.on('response', (response) => {
    if (response.status() < 400) return
    pending.add(response)
    void refusalIn(response).then((code) => {
      pending.delete(response)
      // A busy server puts a question off and the app asks again: what it shows then is looked at.
      if (code !== 'SERVER_BUSY') consoleErrors.push(`${response.url()}: ${response.status()} ${code}`)
    })
  })
  return { ...phone, pending }
}

/** Why a call was refused; nothing of what is none of the server's answers. */
const refusalIn = (response: Response): Promise<string | undefined> =>
  response.json().then(
    ({ error }: { error?: string }) => error,
    () => undefined,
  )

export interface LookThrough {
  readonly plumb: Plumb
  readonly language: Language
  readonly addresses: readonly string[]
  /** What each page says in English, by its address: kept in English, compared with in another language. */
  readonly inEnglish: Map<string, ReadonlySet<string>>
  /** What the tab is called on each page in English, by its route: kept in English. */
  readonly titles: Map<string, string>
}

/**
 * Everything that is wrong with these pages in one language, in both sizes of a phone. In another language than English, texts
 * differ and how long they are: the narrow size shows that, Tab reaches the same, and axe is left to tests of full length.
 */
export async function lookThrough(
  { page, pending, consoleErrors }: AskingPhone,
  { plumb, language, addresses, inEnglish, titles }: LookThrough,
): Promise<string[]> {
  const english = englishTextsFor(language)
  const own = textsIn(language, locales[language])
  const isWhole = language === 'en' || isFull
  const found: string[] = []
  if (!isWhole) await page.setViewportSize(NARROW)
  await openSettled(page, plumb, addresses[0]!)
  const lang = await page.evaluate(() => document.documentElement.lang)
  if (lang !== locales[language]) throw new Error(`the app speaks ${lang} instead of ${locales[language]}`)
  for (const [n, address] of addresses.entries()) {
    const note = (findings: readonly string[], where = '') => {
      for (const one of findings) found.push(`${language} ${address}${where}: ${one}`)
    }
    await openSettled(page, plumb, address)
    while (pending.size > 0) {
      await poll(`an answer to all that ${address} asks`, async () => pending.size === 0)
      await openSettled(page, plumb, address)
    }
    const texts = await textsOn(page)
    note([...keyLike(texts), ...(await titleErrors(page))])
    const onEnglishPage = inEnglish.get(address) ?? new Set()
    if (language === 'en') {
      if (!inEnglish.has(address)) titles.set(address.split('?')[0]!, await page.title())
      inEnglish.set(address, new Set(texts))
    } else note(leftInEnglish(texts, { english, own, written, onEnglishPage }), ' in English')
    // Each page is opened in one of the sizes and then shown in the other, by turns; axe finds the same in both.
    const both = n % 2 === 0 ? [PHONE, NARROW] : [NARROW, PHONE]
    for (const size of isWhole ? both : [NARROW]) {
      await page.setViewportSize(size)
      await openSettled(page, plumb, address)
      note(await cutOff(page), ` at ${size.width}`)
    }
    if (isWhole) note(await seriousFindings(page))
    if (language === 'en') note(await unreached(page), ' by Tab')
    // Each of these was a response, which is noted by itself.
    note(consoleErrors.splice(0).filter((error) => !error.startsWith('console: Failed to load resource')))
  }
  return found
}
