import { Lock, LockOpen, Minus, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import {
  changeDrawing,
  type Drawing,
  MAX_TEXT,
  type PenColor,
  penColorOf,
  penColors,
  penWidths,
  removeDrawing,
} from './chart-settings.ts'
import { useToolbarKeys } from './use-toolbar-keys.ts'

const button = '!size-10 !rounded-8 hover:bg-s3'

/** What can be done with the drawing that is selected: color, thickness, lock, its words, delete. */
export function DrawingOptions({
  symbol,
  drawing,
  onClose,
}: {
  symbol: string
  drawing: Drawing
  /** It is no longer selected: the focus goes back to the chart. */
  onClose(): void
}) {
  const { t } = useTexts()
  const [open, setOpen] = useState<'color' | 'width'>()
  const keys = useToolbarKeys()
  const { id, color = 'white', width = 2, isLocked = false } = drawing
  const change = (next: Partial<Drawing>) => changeDrawing(symbol, id, next)
  const toggle = (what: 'color' | 'width') => setOpen(open === what ? undefined : what)
  return (
    <div
      role="toolbar"
      aria-label={t('market.draw_options', { name: t(`market.draw_${drawing.tool}`) })}
      {...keys}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return keys.onKeyDown(event)
        event.preventDefault()
        onClose()
      }}
      className="pointer-events-auto flex max-w-full flex-col gap-1 rounded-12 border border-line2 bg-s2 p-1"
    >
      {open && (
        <div className="flex justify-center border-b border-line pb-1">
          {open === 'color'
            ? penColors.map((one) => (
                <Choice
                  key={one}
                  label={t(`market.draw_color_${one}`)}
                  isChosen={one === color}
                  onChoose={() => change({ color: one })}
                >
                  <Swatch color={one} />
                </Choice>
              ))
            : penWidths.map((one) => (
                <Choice
                  key={one}
                  label={t(`market.draw_width_${one}`)}
                  isChosen={one === width}
                  onChoose={() => change({ width: one })}
                >
                  <span aria-hidden className="w-5 rounded-full bg-t1" style={{ height: one + 1 }} />
                </Choice>
              ))}
        </div>
      )}
      {drawing.tool === 'text' && (
        <TextOf key={id} text={drawing.text ?? ''} onText={(text) => change({ text })} />
      )}
      <div className="flex justify-center">
        <button
          type="button"
          aria-label={t('market.draw_color')}
          aria-expanded={open === 'color'}
          onClick={() => toggle('color')}
          className="press flex size-10 items-center justify-center rounded-8 hover:bg-s3"
        >
          <Swatch color={color} />
        </button>
        <IconButton
          icon={Minus}
          label={t('market.draw_width')}
          aria-expanded={open === 'width'}
          className={button}
          onClick={() => toggle('width')}
        />
        <IconButton
          icon={isLocked ? Lock : LockOpen}
          label={t('market.draw_lock')}
          aria-pressed={isLocked}
          className={button}
          onClick={() => change({ isLocked: !isLocked })}
        />
        <IconButton
          icon={Trash2}
          label={t('market.draw_remove')}
          className={button}
          onClick={() => {
            removeDrawing(symbol, id)
            onClose()
          }}
        />
      </div>
    </div>
  )
}

/** One of the colors or widths there are. */
function Choice(props: { label: string; isChosen: boolean; onChoose(): void; children: ReactNode }) {
  const { label, isChosen, onChoose, children } = props
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isChosen}
      onClick={onChoose}
      className={cx(
        'press flex size-10 items-center justify-center rounded-8 hover:bg-s3',
        isChosen && 'bg-s3',
      )}
    >
      {children}
    </button>
  )
}

const Swatch = ({ color }: { color: PenColor }) => (
  <span aria-hidden className="size-5 rounded-full" style={{ background: penColorOf(color) }} />
)

/** A text's words; of a new one they are selected, so that typing replaces them. */
function TextOf({ text, onText }: { text: string; onText(text: string): void }) {
  const { t } = useTexts()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (text === t('market.draw_text')) field.current?.select()
  }, [text, t])
  return (
    <input
      ref={field}
      aria-label={t('market.draw_words')}
      value={text}
      maxLength={MAX_TEXT}
      onChange={(event) => onText(event.target.value)}
      className="min-h-10 w-full min-w-0 rounded-8 border border-line2 bg-s1 px-2 text-15 text-t1"
    />
  )
}
