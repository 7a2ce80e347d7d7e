import { useState } from 'react'
import { type ConsoleCampaign, consoleCoupons, proposeCampaign } from '#domain/coupon/console.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { utcMinute } from '#domain/time.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { Button } from '#web/ui/button.tsx'
import { amountText } from '../../format.ts'
import { DraftsPage } from '../../pages/drafts-page.tsx'
import { t } from '../../texts.ts'
import { ChoosableTable } from '../../ui/choosable-table.tsx'
import { Section } from '../../ui/page.tsx'
import { type Column, Two } from '../../ui/table.tsx'
import { WholeTable } from '../../ui/whole-table.tsx'
import { CampaignForm } from './campaign-form.tsx'
import { CampaignPanel } from './campaign-panel.tsx'
import { termsText } from './terms-text.ts'

type Overview = OutputOf<typeof consoleCoupons>

/** Campaigns of coupons, the newest first, and whether the fund covers what they promise. */
export function CampaignsPage() {
  const [before, setBefore] = useState<string>()
  const call = useApiQuery(consoleCoupons, before === undefined ? {} : { before })
  return (
    <DraftsPage
      name="coupon"
      title={t('coupon.campaigns')}
      summary={({ campaigns }) =>
        t('coupon.summary', {
          open: campaigns.filter(({ status }) => status === 'open').length,
          all: campaigns.length,
        })
      }
      call={call}
      create={{ endpoint: proposeCampaign, label: t('coupon.create') }}
      draftOf={t('coupon.column_campaign')}
      form={({ savings }, close) => <CampaignForm savings={savings} onClose={close} />}
      panel={({ campaigns }, at, close) => {
        const campaign = campaigns.find(({ id }) => id === at)
        return campaign && <CampaignPanel key={at} campaign={campaign} onClose={close} />
      }}
    >
      {({ campaigns, coverage, next }) => (
        <>
          <Section title={t('coupon.campaigns')} text={t('coupon.campaigns_text')}>
            <ChoosableTable
              name="coupon-campaigns"
              empty={{ title: t('coupon.empty') }}
              label={t('coupon.campaigns')}
              columns={columns}
              rows={campaigns}
              keyOf={({ id }) => id}
            />
            {(next !== null || before !== undefined) && (
              <div className="flex gap-2 px-5">
                {before !== undefined && (
                  <Button size="small" onClick={() => setBefore(undefined)}>
                    {t('coupon.newest')}
                  </Button>
                )}
                {next !== null && (
                  <Button size="small" onClick={() => setBefore(next)}>
                    {t('coupon.older')}
                  </Button>
                )}
              </div>
            )}
          </Section>
          {coverage.length > 0 && (
            <Section title={t('coupon.coverage')} text={t('coupon.coverage_text')}>
              <WholeTable
                name="coupon-coverage"
                label={t('coupon.coverage')}
                columns={coverageColumns}
                rows={coverage}
                keyOf={({ currency }) => currency}
              />
            </Section>
          )}
        </>
      )}
    </DraftsPage>
  )
}

const columns: Column<ConsoleCampaign>[] = [
  {
    title: t('coupon.column_campaign'),
    value: ({ name }) => name,
    cell: ({ name, kind }) => <Two isStrong first={name} second={t(`coupon.kind_${kind}`)} />,
  },
  {
    title: t('coupon.column_terms'),
    value: termsText,
    isWide: true,
    cell: (campaign) => <span className="figures">{termsText(campaign)}</span>,
  },
  {
    title: t('coupon.column_claimed'),
    align: 'right',
    value: ({ claimed }) => String(claimed),
    cell: ({ claimed, quantity }) => (
      <span className="figures">
        {amount(String(claimed), 0)} / {amount(String(quantity), 0)}
      </span>
    ),
  },
  {
    title: t('coupon.column_budget'),
    align: 'right',
    value: ({ spent }) => spent,
    cell: ({ spent, budget, currency }) => (
      <span className="figures">
        <Two first={amount(spent)} second={amountText(budget, currency)} />
      </span>
    ),
  },
  {
    title: t('coupon.column_window'),
    isWide: true,
    value: ({ closesAtMs }) => utcMinute(closesAtMs),
    cell: ({ opensAtMs, closesAtMs }) => (
      <span className="figures">
        <Two first={utcMinute(opensAtMs)} second={utcMinute(closesAtMs)} />
      </span>
    ),
  },
  {
    title: t('coupon.column_status'),
    value: ({ status }) => status,
    cell: ({ status }) => t(`coupon.status_${status}`),
  },
]

const coverageColumns: Column<Overview['coverage'][number]>[] = [
  { title: t('coupon.column_currency'), value: ({ currency }) => currency, cell: ({ currency }) => currency },
  {
    title: t('coupon.column_free'),
    align: 'right',
    value: ({ free }) => free,
    cell: ({ free }) => <span className="figures">{amount(free)}</span>,
  },
  {
    title: t('coupon.column_reserved'),
    align: 'right',
    value: ({ reserved }) => reserved,
    cell: ({ reserved }) => <span className="figures">{amount(reserved)}</span>,
  },
  {
    title: t('coupon.column_promised'),
    align: 'right',
    value: ({ promised }) => promised,
    cell: ({ promised }) => <span className="figures">{amount(promised)}</span>,
  },
  {
    title: t('coupon.column_covered'),
    value: ({ isCovered }) => t(isCovered ? 'coupon.covered' : 'coupon.uncovered'),
    cell: ({ isCovered }) => (
      <span className={isCovered ? '' : 'text-gold'}>
        {t(isCovered ? 'coupon.covered' : 'coupon.uncovered')}
      </span>
    ),
  },
]
