import { useState } from 'react'
import type { PositionView } from '#domain/contract/contract.ts'
import { positionCan } from '#domain/contract/rules.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { CloseSheet } from './close-sheet.tsx'
import { MarginSheet } from './margin-sheet.tsx'
import { StopsSheet } from './stops-sheet.tsx'
import { useCancelOrder } from './use-cancel-order.tsx'

const can = (action: keyof typeof positionCan, { status }: PositionView): boolean =>
  (positionCan[action] as readonly string[]).includes(status)

/** What can be done to a position or an order; nothing once it is over. */
export function PositionActions({ position }: { position: PositionView }) {
  const { t } = useTexts()
  const [asked, setAsked] = useState<'stops' | 'margin' | 'close'>()
  const cancel = useCancelOrder()
  const close = () => setAsked(undefined)
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {can('setStops', position) && (
          <Button size="small" className="grow !px-2" onClick={() => setAsked('stops')}>
            {t('contract_pages.stops')}
          </Button>
        )}
        {can('addMargin', position) && (
          <Button size="small" className="grow !px-2" onClick={() => setAsked('margin')}>
            {t('contract_pages.add_margin')}
          </Button>
        )}
        {can('close', position) && (
          <Button size="small" className="grow !px-2" onClick={() => setAsked('close')}>
            {t('contract_pages.close')}
          </Button>
        )}
        {can('cancel', position) && (
          <Button
            size="small"
            className="grow !px-2"
            isPending={cancel.isRunning(position.id)}
            onClick={() => cancel.run(position.id)}
          >
            {t('spot.cancel_this')}
          </Button>
        )}
      </div>
      {asked === 'stops' && <StopsSheet position={position} onClose={close} />}
      {asked === 'margin' && <MarginSheet position={position} onClose={close} />}
      {asked === 'close' && <CloseSheet position={position} onClose={close} />}
      {cancel.refusal}
    </>
  )
}
