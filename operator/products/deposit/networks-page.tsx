import { Network as NetworkIcon } from 'lucide-react'
import { type ConsoleNetwork, consoleNetworks } from '#domain/deposit/console.ts'
import { networkOf } from '#domain/deposit/networks.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { amountText } from '../../format.ts'
import { PendingProposals } from '../../pages/proposal-table.tsx'
import { t } from '../../texts.ts'
import { ChoosableTable } from '../../ui/choosable-table.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Answered } from '../../ui/states.tsx'
import { type Column, Two } from '../../ui/table.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import type { PageEntry } from '../product.ts'
import { NetworkPanel } from './network-panel.tsx'

const EVERY_MS = 5_000

/** What is in force on each network: when its deposits are credited, what is open, and by which addresses and ways. */
function NetworksPage() {
  const call = useApiQuery(consoleNetworks, {}, { refetchMs: EVERY_MS })
  const [at = '', choose] = useChosen()
  const [code, act] = at.split(':')
  const chosen = call.data?.networks.find(({ network }) => network === code)
  return (
    <Page
      title={t('deposit.networks')}
      summary={t('deposit.networks_summary')}
      panel={
        chosen && (
          <NetworkPanel
            key={at}
            network={chosen}
            act={act}
            onAct={(what) => choose(what ? `${chosen.network}:${what}` : chosen.network)}
            onClose={() => choose(undefined)}
          />
        )
      }
    >
      <Answered call={call}>
        {({ networks, pending }) => (
          <>
            <PendingProposals title={t('deposit.networks_pending')} pending={pending} />
            <Section title={t('deposit.networks')}>
              <ChoosableTable
                name="networks"
                label={t('deposit.networks')}
                columns={columns}
                rows={networks}
                keyOf={({ network }) => network}
              />
            </Section>
          </>
        )}
      </Answered>
    </Page>
  )
}

const State = ({ of: { isOpen } }: { of: ConsoleNetwork['deposit'] }) =>
  isOpen ? t('deposit.network_open') : <strong className="text-danger">{t('deposit.network_closed')}</strong>

/** As customers are shown them. */
const minimumText = ({ leastDeposits }: ConsoleNetwork) =>
  leastDeposits.map(({ minimum, currency }) => amountText(minimum, currency)).join(', ') || '—'

const columns: Column<ConsoleNetwork>[] = [
  {
    title: t('deposit.network_column'),
    value: ({ network }) => network,
    cell: ({ network }) => <Two isStrong first={network} second={networkOf(network).name} />,
  },
  {
    title: t('deposit.network_confirmations'),
    align: 'right',
    value: ({ confirmations }) => String(confirmations),
    cell: ({ confirmations }) => <span className="figures">{confirmations}</span>,
  },
  {
    title: t('deposit.network_minimum'),
    align: 'right',
    isWide: true,
    value: minimumText,
    cell: (network) => <span className="whitespace-nowrap">{minimumText(network)}</span>,
  },
  {
    title: t('deposit.network_deposits'),
    value: ({ deposit }) => String(deposit.isOpen),
    cell: ({ deposit }) => <State of={deposit} />,
  },
  {
    title: t('deposit.network_withdrawals'),
    value: ({ withdrawal }) => String(withdrawal.isOpen),
    cell: ({ withdrawal }) => <State of={withdrawal} />,
  },
]

export const networksPage: PageEntry = {
  ...{ path: '/networks', name: t('deposit.networks'), icon: NetworkIcon, component: NetworksPage },
  endpoint: consoleNetworks,
}
