import { List } from 'antd-mobile'
import { Virtuoso } from 'react-virtuoso'
import type { QuoteView } from '../shared/exchange.ts'
import { RowCells } from '../shared/row.tsx'

export interface QuotesProps {
  rows: readonly QuoteView[]
  lines: Record<string, readonly (string | null)[]> | undefined
  onOpen(symbol: string): void
}

/** A long list as the kit's own site advises: its items, the rows in sight alone. */
export const Quotes = ({ rows, lines, onOpen }: QuotesProps) => (
  <List>
    <Virtuoso
      useWindowScroll
      data={rows}
      fixedItemHeight={60}
      computeItemKey={(_, quote) => quote.symbol}
      itemContent={(_, quote) => (
        <List.Item clickable arrowIcon={false} onClick={() => onOpen(quote.symbol)}>
          <RowCells quote={quote} line={lines?.[quote.symbol]} />
        </List.Item>
      )}
    />
  </List>
)
