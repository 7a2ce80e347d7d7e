import { IonItem } from '@ionic/react'
import { Virtuoso } from 'react-virtuoso'
import type { QuoteView } from '../shared/exchange.ts'
import { RowCells } from '../shared/row.tsx'

interface QuotesProps {
  rows: readonly QuoteView[]
  lines: Record<string, readonly (string | null)[]> | undefined
  onOpen(symbol: string): void
}

/** A long list as the kit's own guide advises: its items, the rows in sight alone; its content must not scroll then. */
export const Quotes = ({ rows, lines, onOpen }: QuotesProps) => (
  <Virtuoso
    className="list ion-content-scroll-host"
    style={{ height: '100%' }}
    data={rows}
    fixedItemHeight={61}
    computeItemKey={(_, quote) => quote.symbol}
    itemContent={(_, quote) => (
      <IonItem button detail={false} onClick={() => onOpen(quote.symbol)}>
        <RowCells quote={quote} line={lines?.[quote.symbol]} />
      </IonItem>
    )}
  />
)
