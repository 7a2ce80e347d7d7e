import {
  type ConsoleNftAuction,
  consoleNftAuctions,
  consoleNftBids,
  proposeNftCancel,
} from '#domain/nft/console.ts'
import { nftAuctionStatuses } from '#domain/nft/words.ts'
import { utcMinute } from '#domain/time.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../../app/session.ts'
import { amountText } from '../../format.ts'
import { t } from '../../texts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Decision, useDecisionChoice } from '../../ui/decision.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type Column, Two } from '../../ui/table.tsx'
import { bidColumns } from './bids-page.tsx'
import { DRAFT, DraftPanel, Drafts, useOverview } from './draft-panel.tsx'
import { useRow } from './use-row.ts'

/** Auctions, with their bids; two operators can cancel one, nobody can change a bid or name a winner. */
export function AuctionsPage() {
  const { at, row, close, table } = useRow(consoleNftAuctions, [DRAFT])
  const overview = useOverview().data
  return (
    <Page
      title={t('nft.auctions')}
      panel={
        at?.startsWith(DRAFT) ? (
          <DraftPanel key={at} id={at.slice(DRAFT.length)} view={overview} onClose={close} />
        ) : (
          row && <AuctionPanel key={row.id} auction={row} onClose={close} />
        )
      }
    >
      <Drafts view={overview} />
      <DataTable
        endpoint={consoleNftAuctions}
        label={t('nft.auctions')}
        empty={t('nft.no_auctions')}
        columns={columns}
        filters={filters}
        {...table}
      />
    </Page>
  )
}

const filters = [
  {
    name: 'status',
    label: t('nft.status'),
    options: nftAuctionStatuses.map((id) => ({ id, label: t(`nft.auction_is_${id}`) })),
  },
]

const columns: Column<ConsoleNftAuction>[] = [
  {
    title: t('nft.artwork'),
    // A long title ends in an ellipsis: the price stays in sight.
    width: '@min-[600px]:max-w-44',
    cell: ({ title, code }) => <Two isStrong first={title} second={code} />,
  },
  {
    title: t('nft.highest'),
    align: 'right',
    cell: ({ highest, startPrice, currency }) => (
      <Two
        first={highest === null ? t('nft.no_bid') : amountText(highest, currency)}
        second={t('nft.from_start', { price: amountText(startPrice, currency) })}
      />
    ),
  },
  {
    title: t('nft.bids'),
    align: 'right',
    isWide: true,
    cell: ({ bids, bidders }) => <Two first={String(bids)} second={t('nft.bidders', { count: bidders })} />,
  },
  { title: t('nft.status'), cell: ({ status }) => t(`nft.auction_is_${status}`) },
  {
    ...{ title: t('nft.form_ends'), align: 'right', sort: 'time' },
    cell: ({ endsAtMs }) => <span className="whitespace-nowrap text-t2">{utcMinute(endsAtMs)}</span>,
  },
]

function AuctionPanel({ auction, onClose }: { auction: ConsoleNftAuction; onClose(): void }) {
  const { title, code, status, cancelled, currency, highest, bids, bidders, held, orderId } = auction
  return (
    <Panel title={t('nft.auction')} onClose={onClose} foot={<Foot auction={auction} />}>
      <p className="text-20 font-semibold break-words">
        {title} {code}
      </p>
      <p className="text-13 text-t2">
        {t(`nft.auction_is_${status}`)}
        {cancelled && ` · ${t(`nft.cancelled_${cancelled}`)}`}
      </p>
      <KeyValue
        ruled
        lines={[
          { name: t('nft.form_start_price'), value: amountText(auction.startPrice, currency) },
          {
            name: t('nft.highest'),
            value: highest === null ? t('nft.no_bid') : amountText(highest, currency),
            isStrong: true,
          },
          { name: t('nft.bids'), value: `${bids} · ${t('nft.bidders', { count: bidders })}` },
          { name: t('nft.held'), value: amountText(held, currency) },
          { name: t('nft.form_opens'), value: utcMinute(auction.opensAtMs) },
          { name: t('nft.planned_end'), value: utcMinute(auction.plannedEndMs) },
          { name: t('nft.form_ends'), value: utcMinute(auction.endsAtMs) },
          orderId !== null && { name: t('nft.order'), value: orderId },
        ]}
      />
      <section aria-label={t('nft.bids')} className="@container -mx-5 mt-4">
        <h2 className="px-5 text-15">{t('nft.bids')}</h2>
        <DataTable
          endpoint={consoleNftBids}
          label={t('nft.bids')}
          empty={t('nft.no_bids')}
          columns={bidColumns}
          fixed={{ auctionId: auction.id }}
          prefix="bids-"
          keyOf={({ id }) => id}
          refetchMs={5_000}
        />
      </section>
    </Panel>
  )
}

function Foot({ auction: { id, status } }: { auction: ConsoleNftAuction }) {
  const may = useMay(proposeNftCancel)
  const cancel = useDecisionChoice(proposeNftCancel, {
    ...{ label: t('nft.cancel'), input: { id }, done: t('proposal.proposed') },
  })
  const isOver = status === 'unsold' || status === 'cancelled'
  return may && !isOver ? <Decision note={t('nft.cancel_note')} choices={[cancel]} /> : null
}
