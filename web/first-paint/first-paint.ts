import { type Language, locales } from '../../domain/language.ts'
import { directionInForce, drawTheme, type VisitorChoices } from '../app/visitor-choices.ts'
import { drawPrices } from './draw-prices.ts'
import { isFirstPage } from './first-pages.ts'

/*
 * Runs before the app has loaded, as a script in `index.html` itself (`build/first-paint.ts`): asks for what the first page
 * needs beside the app's own files, and shows the visitor what of that page needs no app.
 */

const { parts, quotes, listing } = document.currentScript!.dataset

try {
  const kept =
    (JSON.parse(localStorage.getItem('plumb') ?? '{}') as { state?: Partial<VisitorChoices> }).state ?? {}
  drawTheme(kept.theme ?? 'dark')
  const language: Language = kept.language ?? 'en'
  const [, page, query] = /^#?\/?([^?]*)\??(.*)/.exec(location.hash)!
  const route = page || 'pages/index/index'

  const isWide = matchMedia('(width >= 64rem)').matches
  const isShown = {
    // Its words are there in English alone, and a customer's home is another.
    'pages/index/index': !kept.token && language === 'en',
    'pages/market/market': true,
    // On a desktop it is several panes.
    'pages/transaction/index': !isWide,
  }
  preloadFiles(route, language, isWide)
  const answers = askEarly(route, language)
  if (isFirstPage(route) && isShown[route]) {
    const { dataset } = document.documentElement
    document.documentElement.lang = locales[language]
    dataset.firstPaint = route
    dataset.direction = directionInForce({ direction: kept.direction ?? 'auto', language })
    void drawPrices(answers[quotes!], new URLSearchParams(query), kept)
  }
} catch {
  // Without storage the app says itself what it needs.
}

/** The page's and the language's own files, beside the app's and not after it. */
function preloadFiles(route: string, language: Language, isWide: boolean): void {
  const filesOf = JSON.parse(parts ?? '{}') as Record<string, string>
  const names = [route, ...(isWide ? [`${route} wide`] : []), language]
  for (const file of names.flatMap((name) => filesOf[name]?.split(' ') ?? [])) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href: `./assets/${file}.js` })
    document.head.append(link)
  }
}

/** Prices, and what is listed where no visit before kept it: `app/early-answers.ts` hands each answer to the first who asks for it. */
function askEarly(route: string, language: Language): Record<string, Promise<Response>> {
  const answers: Record<string, Promise<Response>> = {}
  const ask = (call: string | undefined) => {
    if (!call) return
    const answer = fetch(`${call}?lang=${language}`, { cache: 'no-store', credentials: 'omit' })
    // Who takes it hears of a failure; nobody may.
    answer.catch(() => undefined)
    answers[call] = answer
  }
  if (isFirstPage(route) || route === 'pages/transaction/currency') ask(quotes)
  if (!localStorage.getItem('plumb-listing')) ask(listing)
  Object.assign(window, { earlyAnswers: answers })
  return answers
}
