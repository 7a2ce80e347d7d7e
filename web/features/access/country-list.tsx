import { Check, Search } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FieldBox } from '#web/ui/field.tsx'
import { underHeadings } from './alphabet.ts'
import { countriesIn, type NamedCountry, searchCountries } from './calling-codes.ts'

interface Choosing {
  chosen: string | undefined
  /** Whether each shows its calling code. */
  hasCodes?: boolean
  onChoose(country: string): void
}

/** All countries by their letters, or those that are searched for; what is typed is kept in the URL. */
export function CountryList(choosing: Choosing) {
  const { t, locale } = useTexts()
  const [search, setSearch] = useSearchParams()
  const typed = search.get('q') ?? ''
  const wanted = useDeferredValue(typed)
  const countries = useMemo(() => countriesIn(locale), [locale])
  const found = searchCountries(countries, wanted)
  const groups = wanted.trim() === '' ? underHeadings(found, locale) : undefined
  return (
    <>
      <div className="sticky top-(--bar) z-tips bg-bg gutter pt-0.5 pb-2">
        <FieldBox error={false} className="!min-h-11">
          <Search aria-hidden size={18} className="text-t2" />
          <input
            type="search"
            aria-label={t('access.search_country')}
            placeholder={t('access.search_country')}
            value={typed}
            onChange={(event) => setSearch(withQuery(search, event.target.value), { replace: true })}
            className="min-w-0 flex-1 bg-transparent text-15 outline-none"
          />
        </FieldBox>
      </div>
      {found.length === 0 && <EmptyState isSmall title={t('access.no_country')} />}
      {groups ? (
        <>
          {groups.map(({ heading, items }) => (
            <section key={heading} id={idOf(heading)} aria-label={heading} className="scroll-mt-[110px]">
              <h2 className="sticky top-[110px] z-index-list bg-bg gutter py-1 text-12 font-semibold text-t2">
                {heading}
              </h2>
              <Countries countries={items} {...choosing} />
            </section>
          ))}
          <AlphabetIndex label={t('access.alphabet')} headings={groups.map(({ heading }) => heading)} />
        </>
      ) : (
        <Countries countries={found} {...choosing} />
      )}
    </>
  )
}

const idOf = (heading: string): string => `under-${heading}`

/** A URL's parameters with what is searched for. */
function withQuery(search: URLSearchParams, query: string): URLSearchParams {
  const next = new URLSearchParams(search)
  if (query === '') next.delete('q')
  else next.set('q', query)
  return next
}

function Countries({
  countries,
  chosen,
  hasCodes = false,
  onChoose,
}: Choosing & { countries: readonly NamedCountry[] }) {
  return (
    <ul>
      {countries.map(({ country, code, name }) => (
        <li key={country} className="[contain-intrinsic-size:auto_48px] [content-visibility:auto]">
          <button
            type="button"
            aria-pressed={country === chosen}
            onClick={() => onChoose(country)}
            className="press flex w-full gutter text-left focus-visible:-outline-offset-2"
          >
            <span className="hairline flex min-h-12 flex-1 items-center gap-3">
              <span
                className={cx('min-w-0 flex-1 text-15 wrap-anywhere', country === chosen && 'font-semibold')}
              >
                {name}
              </span>
              {country === chosen && <Check aria-hidden size={18} className={hasCodes ? '' : 'mr-7'} />}
              {hasCodes && <span className="figures mr-7 text-15 text-t2">+{code}</span>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The headings at the right edge; each leads to its names. */
function AlphabetIndex({ label, headings }: { label: string; headings: readonly string[] }) {
  return (
    <nav
      aria-label={label}
      className="no-scrollbar pointer-events-none fixed inset-x-0 lg:left-(--side) top-[110px] bottom-0 z-index-list mx-auto max-w-(--column) overflow-y-auto"
    >
      <ul className="pointer-events-auto ml-auto w-9 pb-4">
        {headings.map((heading) => (
          <li key={heading}>
            <button
              type="button"
              onClick={() => document.getElementById(idOf(heading))?.scrollIntoView()}
              className="press flex h-6 w-full items-center justify-center text-11 text-t2 focus-visible:-outline-offset-2"
            >
              {heading}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
