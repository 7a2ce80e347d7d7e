import { useSearchParams } from 'react-router'
import { consoleChainDeposits } from '#domain/deposit/console.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { t } from '../../texts.ts'
import { Page } from '../../ui/page.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import { ChainDepositPanel } from './chain-deposit-panel.tsx'
import { ChainDepositsTable } from './chain-deposits-table.tsx'
import { DepositPanel } from './deposit-panel.tsx'
import { DepositsTable } from './deposits-table.tsx'

const tabs = ['requests', 'chain'] as const
type Tab = (typeof tabs)[number]

/** Every deposit, those that are asked for and those that chains show; what another operator does shows within seconds. */
export function DepositsPage() {
  const [tab, setTab] = useTab()
  const [at, choose] = useChosen()
  const [DepositsOfTab, PanelOfTab] =
    tab === 'chain' ? [ChainDepositsTable, ChainDepositPanel] : [DepositsTable, DepositPanel]
  return (
    <Page
      title={t('deposit.title')}
      panel={at && <PanelOfTab key={at} id={at} onClose={() => choose(undefined)} />}
    >
      <UnderlineTabs<Tab>
        label={t('deposit.tabs')}
        choices={tabs.map((id) => ({ id, label: t(`deposit.tab_${id}`) }))}
        value={tab}
        onChange={setTab}
      />
      <DepositsOfTab chosen={at} onChoose={choose} />
    </Page>
  )
}

/**
 * Which of the two lists is shown. A reference may be of either: without a tab in the URL it opens the list that has it.
 * What is sought and the days stay from one to the other; what each filters by itself does not.
 */
function useTab(): readonly [Tab, (tab: Tab) => void] {
  const [address, setAddress] = useSearchParams()
  const asked = tabs.find((one) => one === address.get('tab'))
  const sought = address.get('q') ?? ''
  const isReference = /^D-\d{1,18}$/i.test(sought)
  const found = useApiQuery(
    consoleChainDeposits,
    { search: sought },
    { enabled: asked === undefined && isReference },
  )
  const isOfChain = isReference && (found.data?.items.length ?? 0) > 0
  function choose(tab: Tab) {
    const next = new URLSearchParams(address)
    for (const name of ['at', 'status', 'way', 'network', 'sort', 'dir']) next.delete(name)
    if (next.get('on') !== 'decided') next.delete('on')
    if (address.get('status') === creditedIn[asked ?? 'requests']) next.set('status', creditedIn[tab])
    next.set('tab', tab)
    setAddress(next, { replace: true })
  }
  return [asked ?? (isOfChain ? 'chain' : 'requests'), choose]
}

/** What is credited is called otherwise in each: the dashboard's figure counts both. */
const creditedIn: Readonly<Record<Tab, string>> = { requests: 'approved', chain: 'credited' }
