import type { ReactNode } from 'react'
import type { LeadView } from '#domain/copy/contract.ts'
import { signedProfit } from '#web/features/money/decimals.ts'
import { amount, fixed, grouped } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { changeColours, directionOf } from '#web/ui/change-direction.ts'
import { Figure, Figures } from './figures.tsx'
import { Fall, Return } from './lead-card.tsx'
import { partText } from './words.ts'

/** Fewer results than this say little of what the next follower gets. */
const SMALL_SAMPLE = 30

/** What followers actually earned first, then the lead's own return and its largest fall, as large as each other. */
export function Truth({ lead }: { lead: LeadView }) {
  const { t } = useTexts()
  const { followersReturnPercent, followersSample } = lead
  return (
    <section className="border-b border-line gutter pb-4">
      <h2 className="text-13 font-normal text-t2">{t('copy_pages.followers_really_got')}</h2>
      <p className="figures text-28 font-semibold">
        <Return value={followersReturnPercent} />
      </p>
      <p className="text-12 text-t2">
        {followersReturnPercent === null
          ? t('copy_pages.no_sample')
          : t('copy_pages.sample_of', {
              count: followersSample,
              trades: grouped(String(lead.followersTrades)),
            })}
      </p>
      {followersReturnPercent !== null && followersSample < SMALL_SAMPLE && (
        <p className="text-12 text-t2">{t('copy_pages.small_sample')}</p>
      )}
      <div className="pt-4">
        <Figures columns={2}>
          <Figure
            size="large"
            name={t('copy_pages.own_return')}
            value={<Return value={lead.roiPercent} />}
            note={t('copy_pages.of_capital', {
              amount: amount(fixed(lead.capital, 2)),
              currency: lead.currency,
            })}
          />
          <Figure
            size="large"
            name={t('copy_pages.drawdown')}
            value={<Fall value={lead.drawdownPercent} />}
            note={t('copy_pages.days', { count: lead.days })}
          />
        </Figures>
        <p className="pt-2 text-12 text-t2">{t('copy_pages.figures_include')}</p>
      </div>
    </section>
  )
}

/** Everything else that is counted of a lead. `open`: their open positions and what these come to now. */
export function LeadFigures({ lead, open }: { lead: LeadView; open?: ReactNode }) {
  const { t } = useTexts()
  const { currency } = lead
  return (
    <div className="border-b border-line gutter py-4">
      <Figures columns={2}>
        <Figure
          name={t('copy_pages.closed_trades')}
          value={lead.trades}
          note={
            lead.winPercent === null
              ? undefined
              : t('copy_pages.won', { count: lead.wins, percent: partText(lead.winPercent) })
          }
        />
        {open}
        <Figure
          name={t('copy_pages.followers')}
          value={lead.followers}
          note={t('copy_pages.followers_ever', { count: lead.followersEver })}
        />
        <Figure
          name={t('copy_pages.followers_profit')}
          value={
            <span className={changeColours[directionOf(lead.followersProfit)]}>
              {signedProfit(lead.followersProfit)} {currency}
            </span>
          }
        />
        <Figure name={t('copy_pages.copied_money')} value={`${amount(fixed(lead.assets, 2))} ${currency}`} />
        <Figure
          name={t('copy_pages.profit_share')}
          value={partText(lead.sharePercent)}
          note={t('copy_pages.share_why')}
        />
      </Figures>
    </div>
  )
}
