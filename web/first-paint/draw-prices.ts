import type { Language } from '../../domain/language.ts'
import type { QuoteView } from '../../domain/market/contract.ts'
import { readEnvelope } from '../app/envelope.ts'
import { suggestedFavourites, type VisitorChoices } from '../app/visitor-choices.ts'
import { FIRST_ROWS } from '../features/quotes/first-rows.ts'
import { grouped, percent, volume } from '../format/number.ts'
import { changeFills, directionOf } from '../ui/change-direction.ts'

declare const SOURCE_WORDS: Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>>

/** Puts the prices that were asked for early into what is shown of the first page, unless the app stands there by then. */
export async function drawPrices(
  asked: Promise<Response> | undefined,
  query: URLSearchParams,
  kept: Partial<VisitorChoices>,
): Promise<void> {
  // The answer itself is the app's.
  const response = await asked?.then((answer) => answer.clone()).catch(() => undefined)
  const answer = readEnvelope(response?.status ?? 0, await response?.json().catch(() => undefined))
  const page = document.querySelector(
    `.first-paint[data-page="${document.documentElement.dataset.firstPaint}"]`,
  )
  if (!answer.ok || !page) return
  const quotes = answer.data as readonly QuoteView[]

  // What is not live says so wherever a price stands.
  const source = SOURCE_WORDS[kept.language ?? 'en']?.[quotes[0]?.source ?? 'live']
  const badge = page.querySelector<HTMLElement>('[data-source]')
  if (badge && source) {
    badge.hidden = false
    badge.querySelector('[data-text]')!.textContent = source
  }
  const rows = page.querySelector('[data-rows]')
  for (const quote of listed(quotes, query, kept)) rows?.append(rowOf(quote))
  const one = quotes.find(({ symbol }) => symbol === query.get('symbol'))
  if (one) fill(page, one)
}

/** The rows of a list without an order of its own; none where only the server knows which. */
function listed(
  quotes: readonly QuoteView[],
  query: URLSearchParams,
  { token, favourites = suggestedFavourites }: Partial<VisitorChoices>,
): readonly QuoteView[] {
  if (query.has('sort') || query.has('show')) return []
  const named = query.get('class') ?? (favourites.length === 0 ? '2' : '100')
  if (named !== '100') return quotes.filter(({ classId }) => String(classId) === named).slice(0, FIRST_ROWS)
  if (token) return []
  return favourites
    .flatMap((symbol) => quotes.find((quote) => quote.symbol === symbol) ?? [])
    .slice(0, FIRST_ROWS)
}

function rowOf(quote: QuoteView): DocumentFragment {
  const row = document
    .querySelector<HTMLTemplateElement>('#first-row')!
    .content.cloneNode(true) as DocumentFragment
  row.querySelector('a')!.href = `#/pages/transaction/index?symbol=${quote.symbol}`
  fill(row, quote)
  return row
}

/** Puts a quote's figures where the markup names them. */
function fill(place: ParentNode, quote: QuoteView): void {
  const [base, other] = quote.label.split('/')
  const { lastPrice, changePercent: change, isOpen, isStale } = quote
  const texts = {
    label: quote.label,
    base,
    quote: other === undefined ? quote.name : `/${other}`,
    note: noteOf(quote),
    price: lastPrice === null ? '—' : grouped(lastPrice),
    change: change === null ? '—' : percent(change),
  }
  for (const [name, text] of Object.entries(texts))
    for (const element of place.querySelectorAll(`[data-text="${name}"]`)) element.textContent = text ?? ''
  const direction = directionOf(change ?? undefined)
  for (const arrow of place.querySelectorAll('[data-arrow]'))
    if (arrow.getAttribute('data-arrow') !== direction) arrow.remove()
  const shown = isOpen && !isStale ? direction : 'flat'
  for (const element of place.querySelectorAll('[data-fill]')) element.className += ` ${changeFills[shown]}`
}

/** What stands below a name, where it is the same in every language. */
function noteOf({ classId, isOpen, label, name, turnover24h }: QuoteView): string {
  if (!isOpen) return ''
  if (classId === 2) return volume(turnover24h)
  return label.includes('/') ? name : ''
}
