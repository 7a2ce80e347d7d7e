import { Gauge } from 'lucide-react'
import { consoleTierLimits, proposeTierLimits } from '#domain/eligibility/console.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../../app/session.ts'
import { amountText } from '../../format.ts'
import { PendingProposals } from '../../pages/proposal-table.tsx'
import { t } from '../../texts.ts'
import { Page, Section } from '../../ui/page.tsx'
import { ProposalForm } from '../../ui/proposal-form.tsx'
import { Answered } from '../../ui/states.tsx'
import { TermAmountFields } from '../../ui/term-field.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import type { PageEntry } from '../product.ts'

type LimitsConsole = OutputOf<typeof consoleTierLimits>

const withdrawals = {
  withdrawalBasic: t('eligibility.withdrawal_basic'),
  withdrawalAdvanced: t('eligibility.withdrawal_advanced'),
}
const otc = { otcBasic: t('eligibility.otc_basic'), otcAdvanced: t('eligibility.otc_advanced') }

/** What customers of each tier may move, and what is proposed to change. */
function LimitsPage() {
  const call = useApiQuery(consoleTierLimits, {})
  const [at, choose] = useChosen()
  const mayChange = useMay(proposeTierLimits)
  return (
    <Page
      title={t('eligibility.limits_title')}
      summary={t('eligibility.limits_summary')}
      panel={
        // What is typed stays when the page is asked for again.
        at === 'limits' &&
        call.data && (
          <LimitsForm key={call.data.limits.version} {...call.data} onClose={() => choose(undefined)} />
        )
      }
    >
      <Answered call={call}>
        {(data) => (
          <>
            <PendingProposals title={t('eligibility.pending')} pending={data.pending} />
            <Section
              title={t('eligibility.limits', { version: data.limits.version })}
              text={t('eligibility.limits_text')}
              actions={
                mayChange && (
                  <Button size="small" onClick={() => choose('limits')}>
                    {t('eligibility.change_limits')}
                  </Button>
                )
              }
            >
              <div className="max-w-xl px-5 pb-4">
                <KeyValue ruled lines={limitLines(data)} />
              </div>
            </Section>
          </>
        )}
      </Answered>
    </Page>
  )
}

const limitLines = ({ limits, currencies }: LimitsConsole) => [
  { name: withdrawals.withdrawalBasic, value: amountText(limits.withdrawalBasic, currencies.withdrawal) },
  {
    name: withdrawals.withdrawalAdvanced,
    value: amountText(limits.withdrawalAdvanced, currencies.withdrawal),
  },
  { name: otc.otcBasic, value: amountText(limits.otcBasic, currencies.otc) },
  { name: otc.otcAdvanced, value: amountText(limits.otcAdvanced, currencies.otc) },
]

/** Other limits for requests to come, from those there are. */
const LimitsForm = ({
  limits,
  currencies,
  onClose,
}: Pick<LimitsConsole, 'limits' | 'currencies'> & { onClose(): void }) => (
  <ProposalForm
    endpoint={proposeTierLimits}
    panel={t('eligibility.change_limits')}
    title={t('eligibility.kind_limits')}
    text={t('eligibility.change_text')}
    onClose={onClose}
  >
    <TermAmountFields labels={withdrawals} terms={limits} currency={currencies.withdrawal} />
    <TermAmountFields labels={otc} terms={limits} currency={currencies.otc} />
  </ProposalForm>
)

export const limitsPage: PageEntry = {
  ...{ path: '/limits', name: t('eligibility.limits_title'), icon: Gauge, component: LimitsPage },
  endpoint: consoleTierLimits,
}
