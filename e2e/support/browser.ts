import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { WAIT_MS } from './poll.ts'
import { recordToasts } from './toasts.ts'

export const PHONE = { width: 390, height: 844 }
/** The narrowest phone that pages have to hold up on. */
export const NARROW = { width: 320, height: 568 }

/**
 * Chromium without windows: the whole browser draws its own bars, in processes of their own, for every phone that is opened.
 * Four of them and an empty page each cost 2 s of the processor here, and 15 s there.
 */
const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell'
const WHOLE = process.env.CHROMIUM || '/usr/bin/chromium'
const CHROMIUM = !process.env.CHROMIUM && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : WHOLE

/**
 * Debian's Chromium, or the one `CHROMIUM` names; quiet towards the network. `textPercent` is the text size that its reader
 * has set in the browser. Notifications are shown by the whole browser alone.
 */
export function openBrowser({
  textPercent = 100,
  notifies = false,
}: {
  textPercent?: number
  notifies?: boolean
} = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: notifies ? WHOLE : CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // What a page's `rem` is a multiple of.
      ...(textPercent === 100 ? [] : [`--blink-settings=defaultFontSize=${(16 * textPercent) / 100}`]),
    ],
  })
}

export interface PhoneOptions {
  readonly viewport?: { width: number; height: number }
  /** What another phone's `saved` gave: the same person, on the same device. */
  readonly storageState?: Awaited<ReturnType<BrowserContext['storageState']>>
  /** Lets the service worker in, so that the phone keeps the app. */
  readonly keepsApp?: boolean
  /** Whether a visit begins with the news that everybody should read, over the page. */
  readonly seesPopUp?: boolean
}

/** What a browser with windows lets a page do unasked, and the one without refuses. */
const PERMISSIONS = ['clipboard-write']

/** A fresh phone with one open page, and everything that went wrong on it. */
export interface Phone {
  readonly page: Page
  readonly context: BrowserContext
  /** Console errors, exceptions and violations of the content security policy, in order. */
  readonly consoleErrors: string[]
}

/** A phone: its own storage, 390 by 844, touch. The service worker stays out unless asked for, so that every file is asked for. */
export async function newPhone(browser: Browser, options: PhoneOptions = {}): Promise<Phone> {
  const context = await browser.newContext({
    viewport: options.viewport ?? PHONE,
    ...(options.storageState && { storageState: options.storageState }),
    hasTouch: true,
    isMobile: true,
    locale: 'en-US',
    timezoneId: 'Europe/Madrid',
    reducedMotion: 'reduce',
    permissions: PERMISSIONS,
    serviceWorkers: options.keepsApp ? 'allow' : 'block',
  })
  return opened(context, options.seesPopUp)
}

/** A customer's browser window on a desktop: 1440 by 900, a mouse. */
export const newDesktop = (browser: Browser): Promise<Phone> => newWindow(browser, 1440, 900)

/** A browser window for an operator: 1280 by 800, a mouse. */
export const newOperatorBrowser = (browser: Browser): Promise<Phone> => newWindow(browser, 1280, 800)

async function newWindow(browser: Browser, width: number, height: number): Promise<Phone> {
  const context = await browser.newContext({
    viewport: { width, height },
    locale: 'en-US',
    timezoneId: 'Europe/Madrid',
    reducedMotion: 'reduce',
    permissions: PERMISSIONS,
    serviceWorkers: 'block',
  })
  return opened(context)
}

async function opened(context: BrowserContext, seesPopUp = false): Promise<Phone> {
  context.setDefaultTimeout(WAIT_MS)
  if (!seesPopUp)
    await context.addInitScript(() => {
      if (location.protocol.startsWith('http')) sessionStorage.setItem('plumb-pop-up', '1')
    })
  await recordToasts(context)
  const consoleErrors: string[] = []
  const page = await context.newPage()
  listen(page, consoleErrors)
  return { page, context, consoleErrors }
}

function listen(page: Page, consoleErrors: string[]): void {
  page.on('pageerror', (error) => consoleErrors.push(`exception: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') consoleErrors.push(`console: ${message.text()}`)
  })
}
