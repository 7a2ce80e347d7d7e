import { t } from '../../texts.ts'
import { Page } from '../../ui/page.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import { DepositPanel } from './deposit-panel.tsx'
import { DepositsTable } from './deposits-table.tsx'

/** Every deposit by proof; what another operator does shows within seconds. */
export function DepositsPage() {
  const [at, choose] = useChosen()
  return (
    <Page
      title={t('deposit.title')}
      panel={at && <DepositPanel key={at} id={at} onClose={() => choose(undefined)} />}
    >
      <DepositsTable chosen={at} onChoose={choose} />
    </Page>
  )
}
