import { proposeRetiredAddress } from '#domain/reserves/console.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../../app/session.ts'
import { dateTimeUtc } from '../../format.ts'
import { t } from '../../texts.ts'
import { Panel } from '../../ui/panel.tsx'
import { stateText } from './columns.tsx'
import type { ColdAddress } from './types.ts'

/** One cold address, and how it is retired. */
export function AddressPanel({
  address,
  onRetire,
  onClose,
}: {
  address: ColdAddress
  onRetire(): void
  onClose(): void
}) {
  const mayPropose = useMay(proposeRetiredAddress)
  const { chain, label, reference, sinceMs } = address
  return (
    <Panel title={t('reserves.addresses')} onClose={onClose}>
      <p className="text-20 font-semibold">{label}</p>
      <p className="figures mb-4 text-13 break-all text-t2">{address.address}</p>
      <KeyValue
        ruled
        lines={[
          { name: t('reserves.chain'), value: chain },
          { name: t('reserves.state'), value: stateText(address) },
          ...(sinceMs === null ? [] : [{ name: t('reserves.since'), value: dateTimeUtc(sinceMs) }]),
          { name: t('reserves.kind_address'), value: reference },
        ]}
      />
      {mayPropose && address.isWatched && (
        <Button size="small" className="mt-4 w-full" onClick={onRetire}>
          {t('reserves.retire')}
        </Button>
      )}
    </Panel>
  )
}
