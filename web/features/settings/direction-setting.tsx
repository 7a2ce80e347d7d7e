import { useClient } from '#web/app/client-state.ts'
import { type DirectionMode, directionInForce } from '#web/app/visitor-choices.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { Pill } from '#web/ui/pill.tsx'

const modes = ['green-up', 'red-up', 'colour-blind'] as const satisfies readonly DirectionMode[]

/** The three direction modes, each shown as it looks. */
export function DirectionSetting() {
  const { t } = useTexts()
  const inForce = useClient(directionInForce)
  return (
    <fieldset className="gutter pb-3">
      <legend className="float-left w-full pt-4 text-15">{t('settings.colours')}</legend>
      <p className="clear-both pb-3 text-12 text-t3">{t('settings.colours_note')}</p>
      <div className="big-rows grid grid-cols-3 gap-2">
        {modes.map((mode) => (
          <label
            key={mode}
            className={cx(
              'press flex min-h-28 cursor-pointer flex-col items-center justify-between gap-2 rounded-12 border bg-s1 px-1 py-3 has-focus-visible:outline-2 has-focus-visible:outline-white',
              mode === inForce ? 'border-white' : 'border-line2',
            )}
          >
            <input
              type="radio"
              name="direction"
              className="sr-only"
              checked={mode === inForce}
              onChange={() => useClient.setState({ direction: mode })}
            />
            <span aria-hidden data-direction={mode} className="flex flex-col gap-1.5">
              <Pill change="3.31" />
              <Pill change="-1.51" />
            </span>
            <span
              className={cx('text-center text-12', mode === inForce ? 'font-semibold text-t1' : 'text-t2')}
            >
              {t(`settings.colours_${mode}`)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
