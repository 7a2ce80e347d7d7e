import { type ReactNode, Suspense, useState } from 'react'
import type { Instrument } from '#domain/market/instrument.ts'
import { useSignedIn } from '#web/app/client-state.ts'
import { useProducts } from '#web/products/products-context.ts'
import type { ChartMark } from './marks.ts'

/**
 * What a customer has in a product, for a chart of the instrument: nothing until they are signed in and the product's
 * part has loaded.
 *
 * Returns: the marks, and what has to be drawn for them: the sheets that their lines open.
 */
export function useOwnMarks(
  instrument: Instrument,
  product: string,
): { readonly marks: readonly ChartMark[]; readonly sheets: ReactNode } {
  const [marks, setMarks] = useState<readonly ChartMark[]>([])
  const isSignedIn = useSignedIn()
  const OwnMarks = useProducts().find(({ name }) => name === product)?.OwnMarks
  const sheets = isSignedIn && OwnMarks && (
    <Suspense>
      <OwnMarks key={instrument.symbol} instrument={instrument} onMarks={setMarks} />
    </Suspense>
  )
  return { marks, sheets }
}
