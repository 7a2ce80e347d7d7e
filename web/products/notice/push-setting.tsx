import { useEffect, useState } from 'react'
import { toast } from '#web/app/toast.ts'
import { type PushState, pushState, turnPushOff, turnPushOn } from '#web/features/notice/push.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Switch } from '#web/ui/switch.tsx'

/** Push in this browser: on or off, or why it cannot be. */
export function PushSetting({ publicKey }: { publicKey: string }) {
  const { t } = useTexts()
  const [state, setState] = useState<PushState>()
  const [isPending, setPending] = useState(false)
  useEffect(() => void pushState().then(setState), [])

  async function change(isOn: boolean): Promise<void> {
    if (isPending) return
    setPending(true)
    try {
      setState(await (isOn ? turnPushOn(publicKey) : turnPushOff()))
    } catch {
      toast(t('notice_pages.push_failed'))
      setState(await pushState())
    } finally {
      setPending(false)
    }
  }

  return (
    <>
      <div className="flex min-h-15 items-center gap-3 gutter py-2" aria-busy={isPending}>
        <div className="min-w-0 flex-1">
          <p className="text-15">{t('notice_pages.push')}</p>
          <p className="text-12 text-t3">{t(`notice_pages.push_${state ?? 'off'}`)}</p>
        </div>
        {(state === 'on' || state === 'off') && (
          <Switch
            label={t('notice_pages.push')}
            isOn={state === 'on'}
            onChange={(isOn) => void change(isOn)}
          />
        )}
      </div>
      <div className="mx-4 border-b border-line" />
    </>
  )
}
