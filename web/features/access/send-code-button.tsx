import { useTexts } from '#web/texts/texts.ts'

/** "Send code" inside a field; while the next one has to wait, the seconds. */
export function SendCodeButton({
  waitSeconds,
  wasSent,
  isPending,
  onSend,
}: {
  waitSeconds: number
  wasSent: boolean
  isPending: boolean
  onSend(): void
}) {
  const { t } = useTexts()
  const label = waitSeconds > 0 ? `${waitSeconds} s` : t(wasSent ? 'access.send_again' : 'access.send_code')
  return (
    <button
      type="button"
      disabled={waitSeconds > 0 || isPending}
      aria-label={waitSeconds > 0 ? t('access.wait', { seconds: waitSeconds }) : label}
      onClick={onSend}
      className="figures press -mr-1 min-h-11 shrink-0 rounded-8 px-2 text-13 font-semibold text-t1 disabled:text-t3"
    >
      {label}
    </button>
  )
}
