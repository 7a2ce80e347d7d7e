import { type ComponentType, lazy, Suspense } from 'react'
import { loadChunk } from '#web/app/chunk-error.ts'
import { loadArea } from '#web/texts/texts.ts'
import type { EndedRecordProps, Product } from '../product.ts'
import { useProducts } from '../products-context.ts'

/** A record of any product, by its product and number; nothing where no product shows such. @example 'spot.12' */
export function HistorySheet({ id, onClose }: { id: string; onClose(): void }) {
  const [name, number] = id.split('.')
  const product = useProducts().find((one) => one.name === name && one.ended)
  const Sheet = product && sheetOf(product)
  if (!Sheet || !number) return null
  return (
    <Suspense>
      <Sheet id={number} onClose={onClose} />
    </Suspense>
  )
}

/** What was loaded once is there at once. */
const loaded = new Map<string, ComponentType<EndedRecordProps>>()

/** What opens a record of a product, loaded together with the texts that only its pages show. */
function sheetOf({ name, texts, ended }: Product): ComponentType<EndedRecordProps> {
  let sheet = loaded.get(name)
  if (!sheet) {
    const load = async () => (await Promise.all([ended!(), ...(texts ?? []).map(loadArea)]))[0]
    sheet = lazy(() =>
      loadChunk(load, `records of ${name}`).catch((error) => {
        loaded.delete(name)
        throw error
      }),
    )
    loaded.set(name, sheet)
  }
  return sheet
}
