import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  bidNft,
  type NftArtworkDetail,
  type NftAuctionView,
  type NftTermsView,
  nftArtwork,
  nftQuotations,
  payNftMargin,
} from '#domain/nft/contract.ts'
import { EXTENDS_WITHIN_MS } from '#domain/nft/rules.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { decimalsOf } from '#web/features/money/decimals.ts'
import { MoneySheet } from '#web/features/money/money-sheet.tsx'
import { useServerNow } from '#web/features/time/use-server-now.ts'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Tag } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { DecimalField } from '#web/ui/decimal-field.tsx'
import { KeyValue, type KeyValueLines } from '#web/ui/key-value.tsx'
import { Bob } from '#web/ui/plumb-line.tsx'
import { ActionBar } from './action-bar.tsx'
import { AuctionHead, Bids, refreshOf, TimeLine } from './auction-parts.tsx'
import { bidDraft, firstBid, steppedBid } from './draft.ts'
import { isCovered, TooLittle } from './funding.tsx'
import { money } from './words.ts'

interface AuctionProps {
  readonly artwork: NftArtworkDetail
  readonly auction: NftAuctionView
  readonly terms: NftTermsView | undefined
}

/** An auction: how it stands, the customer’s deposit in it, and the next bid. */
export function AuctionForm({ artwork, auction, terms }: AuctionProps) {
  const { t } = useTexts()
  const nowMs = useServerNow()
  const { own, currency, purchase } = artwork
  const isOpen = auction.status === 'open' && purchase === 'open' && nowMs < auction.endsAtMs
  return (
    <div className="flex flex-col gap-4 pt-3">
      <Standing artwork={artwork} isOpen={isOpen} />
      <AuctionHead artwork={artwork} auction={auction} />
      <TimeLine auction={auction} />
      <KeyValue
        ruled
        lines={[
          auction.status === 'open' && {
            name: t('nft_pages.lowest_bid'),
            value: money(auction.lowestBid, currency),
            isStrong: true,
          },
          auction.status === 'open' && { name: t('nft_pages.step'), value: money(auction.step, currency) },
          {
            name: t('nft_pages.margin'),
            value: (
              <>
                {money(auction.margin, currency)}
                {own?.margin && (
                  <span className="block text-12 text-t3">{t(`nft_pages.margin_${own.margin}`)}</span>
                )}
              </>
            ),
          },
          own?.bid ? { name: t('nft_pages.your_bid'), value: money(own.bid, currency) } : undefined,
        ]}
      />
      <section aria-labelledby="nft-bids">
        <div className="flex flex-wrap items-center justify-between gap-x-3 pb-2">
          <h3 id="nft-bids" className="text-15 font-semibold">
            {t('nft_pages.bids', { count: auction.bids })}
          </h3>
          <span className="flex items-center gap-1.5 text-12 text-gold">
            <Bob />
            {t('nft_pages.in_order')}
          </span>
        </div>
        <Bids artwork={artwork} refetchMs={refreshOf(auction, nowMs)} />
      </section>
      <p className="text-12 text-t3">
        {terms &&
          t('nft_pages.margin_rule', {
            margin: money(auction.margin, currency),
            hours: terms.payWithinHours,
          })}
      </p>
      <Action artwork={artwork} auction={auction} terms={terms} isOpen={isOpen} />
    </div>
  )
}

/** Whether the customer leads, was outbid, won or has not bid. */
function Standing({ artwork: { own, auction }, isOpen }: { artwork: NftArtworkDetail; isOpen: boolean }) {
  const { t } = useTexts()
  if (own?.unpaidOrderId)
    return (
      <p role="status">
        <Tag kind="gold">{t('nft_pages.bid_won')}</Tag>
      </p>
    )
  if (!isOpen || !own?.bid || auction?.status !== 'open') return null
  return (
    <p role="status">
      {own.isLeading ? (
        <Tag kind="good">{t('nft_pages.bid_leading')}</Tag>
      ) : (
        <Tag kind="bad">{t('nft_pages.bid_outbid')}</Tag>
      )}
    </p>
  )
}

function Action({ artwork, auction, terms, isOpen }: AuctionProps & { isOpen: boolean }) {
  const { t } = useTexts()
  const { own } = artwork
  if (own?.unpaidOrderId)
    return (
      <ActionBar>
        <ButtonLink
          kind="primary"
          className="w-full"
          to={toPage('pages/nft/purchase', { id: own.unpaidOrderId })}
        >
          {t('nft_pages.pay_order')}
        </ButtonLink>
      </ActionBar>
    )
  if (!isOpen || own?.isSellerOrArtist)
    return (
      <ActionBar>
        <Button className="w-full" disabled>
          {own?.isSellerOrArtist && isOpen
            ? t('nft_pages.sells_or_made')
            : auction.status === 'open'
              ? t(artwork.purchase === 'soon' ? 'nft_pages.not_open_yet' : 'nft_pages.closing')
              : t(`nft_pages.auction_${auction.status}`)}
        </Button>
      </ActionBar>
    )
  return own?.margin === 'held' ? (
    <BidForm artwork={artwork} auction={auction} terms={terms} />
  ) : (
    <MarginForm artwork={artwork} auction={auction} terms={terms} />
  )
}

/** Asks anew for what a deposit or a bid changed. */
function useChanged(): () => void {
  const queries = useQueryClient()
  return () => {
    for (const { path } of [nftArtwork, nftQuotations]) void queries.invalidateQueries({ queryKey: [path] })
  }
}

function MarginForm({ artwork, auction, terms }: AuctionProps) {
  const { t, locale } = useTexts()
  const changed = useChanged()
  const paying = useApiMutation(payNftMargin)
  const [isLooking, setLooking] = useState(false)
  const { code, currency } = artwork
  const { margin } = auction
  const available = terms?.items[0]?.available
  const action = t('nft_pages.pay_margin', { margin: money(margin, currency) })
  return (
    <>
      <TooLittle terms={terms} cost={margin} />
      <ActionBar>
        <Button
          kind="primary"
          className="w-full"
          disabled={!terms || !isCovered(terms, margin)}
          onClick={() => {
            paying.reset()
            setLooking(true)
          }}
        >
          {action}
        </Button>
      </ActionBar>
      {isLooking && (
        <MoneySheet
          isOpen
          title={t('nft_pages.confirm_margin')}
          text={t('nft_pages.margin_why')}
          lines={[
            { name: t('nft_pages.margin'), value: money(margin, currency), isStrong: true },
            { name: t('nft_pages.if_lost'), value: t('nft_pages.comes_back') },
            { name: t('nft_pages.if_won'), value: t('nft_pages.part_of_price') },
            { name: t('nft_pages.if_unpaid'), value: t('nft_pages.goes_to_seller') },
            {
              name: t('nft_pages.ends'),
              value: zonedMoment(auction.endsAtMs, locale),
            },
          ]}
          action={action}
          notDone={t('nft_pages.not_paid')}
          still={available ? [{ name: t('nft_pages.in_funding'), value: money(available, currency) }] : []}
          onClose={() => setLooking(false)}
          onConfirm={() =>
            void paying.send({ code }).then((done) => {
              if (!done) return
              setLooking(false)
              toast(t('nft_pages.margin_paid'))
              changed()
            })
          }
          isPending={paying.isPending}
          error={paying.error}
          retriesRefusals={false}
          asksAgain
        />
      )}
    </>
  )
}

function BidForm({ artwork, auction, terms }: AuctionProps) {
  const { t, locale } = useTexts()
  const changed = useChanged()
  const bidding = useApiMutation(bidNft)
  /** Nothing typed: the lowest bid, which moves with the auction. */
  const [typed, setTyped] = useState<string>()
  const [seen, setSeen] = useState<{ readonly price: string; readonly lines: KeyValueLines }>()
  const { code, currency, own } = artwork
  const value = typed ?? firstBid(auction)
  const found = bidDraft(auction, value)
  const draft = found && 'price' in found ? found : undefined
  const error = found && 'error' in found ? found.error : undefined
  const hours = terms?.payWithinHours ?? 0
  const action = (price: string) => t('nft_pages.bid_for', { price: money(price, currency) })
  const isLeading = own?.isLeading === true

  async function confirm() {
    if (!seen) return
    if (!(await bidding.send({ code, price: seen.price }))) return changed()
    setSeen(undefined)
    setTyped(undefined)
    toast(t('nft_pages.bid_made'))
    changed()
  }
  return (
    // No box of its own, so that the bar sticks to the page's edge.
    <form
      className="contents"
      onSubmit={(event) => {
        event.preventDefault()
        if (!draft || isLeading) return
        bidding.reset()
        setSeen({
          price: draft.price,
          lines: [
            { name: t('nft_pages.your_bid'), value: money(draft.price, currency), isStrong: true },
            { name: t('nft_pages.margin_in_it'), value: money(auction.margin, currency) },
            { name: t('nft_pages.rest_if_won'), value: money(draft.rest, currency), isStrong: true },
            { name: t('nft_pages.on_top'), value: money('0', currency) },
            { name: t('nft_pages.ends'), value: zonedMoment(auction.endsAtMs, locale) },
            { name: t('nft_pages.pay_within'), value: t('nft_pages.hours', { count: hours }) },
          ],
        })
      }}
    >
      <ActionBar>
        <DecimalField
          label={t('nft_pages.your_bid')}
          value={value}
          onChange={setTyped}
          decimals={decimalsOf(currency)}
          unit={currency}
          isStacked
          error={
            error === undefined
              ? undefined
              : error === 'low'
                ? t('nft_pages.bid_too_low', { minimum: money(auction.lowestBid, currency) })
                : t('nft_pages.bid_too_high', { maximum: money(auction.highestBid, currency) })
          }
          onStep={(direction) => setTyped(steppedBid(auction, value, direction))}
          onEdit={() => setTyped(value)}
        />
        <Button type="submit" kind="primary" className="mt-3 w-full" disabled={!draft || isLeading}>
          {isLeading ? t('nft_pages.bid_leading') : draft ? action(draft.price) : t('nft_pages.enter_bid')}
        </Button>
      </ActionBar>
      {seen && (
        <MoneySheet
          isOpen
          title={t('nft_pages.confirm_bid')}
          text={t('nft_pages.bid_why', { hours, minutes: EXTENDS_WITHIN_MS / MINUTE_MS })}
          lines={seen.lines}
          action={action(seen.price)}
          notDone={t('nft_pages.no_bid_made')}
          onClose={() => setSeen(undefined)}
          onConfirm={() => void confirm()}
          isPending={bidding.isPending}
          error={bidding.error}
          retriesRefusals={false}
          asksAgain
        />
      )}
    </form>
  )
}
