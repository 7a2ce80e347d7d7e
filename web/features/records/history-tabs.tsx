import { type ComponentType, lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { loadChunk } from '#web/app/chunk-error.ts'
import type { ProductHistory } from '#web/products/product.ts'
import { useProducts } from '#web/products/products-context.ts'
import { loadArea, type PagesArea, useTexts } from '#web/texts/texts.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** A product whose history is a tab. */
interface Part {
  readonly name: string
  readonly texts?: PagesArea
  readonly history: ProductHistory
}

/** A tab for each product that has records which ended, with these records. */
export function HistoryTabs() {
  const { t } = useTexts()
  const [search, setSearch] = useSearchParams()
  const parts = useProducts().flatMap(({ history, ...product }) => (history ? [{ ...product, history }] : []))
  const [first] = parts
  const chosen = parts.find(({ name }) => name === search.get('tab')) ?? first
  if (!chosen || !first) return null
  const Records = recordsOf(chosen)
  return (
    <>
      <UnderlineTabs
        label={t('spot.history')}
        choices={parts.map(({ name, history }) => ({ id: name, label: t(history.label) }))}
        value={chosen.name}
        // The filters of one tab are not those of another.
        onChange={(tab) => setSearch(tab === first.name ? {} : { tab }, { replace: true })}
      />
      <Suspense fallback={<SkeletonRows count={3} height={60} />}>
        <Records key={chosen.name} />
      </Suspense>
    </>
  )
}

/** What was loaded once is there at once. */
const loaded = new Map<string, ComponentType>()

/** A product's records, loaded together with the texts that only its pages show. */
function recordsOf({ name, texts, history }: Part): ComponentType {
  let records = loaded.get(name)
  if (!records) {
    const load = async () => (await Promise.all([history.load(), texts && loadArea(texts)]))[0]
    records = lazy(() =>
      loadChunk(load, `history of ${name}`).catch((error) => {
        loaded.delete(name)
        throw error
      }),
    )
    loaded.set(name, records)
  }
  return records
}
