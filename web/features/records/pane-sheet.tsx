import { X } from 'lucide-react'
import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { PANE_ID } from '#web/app/pane.ts'
import { useWide } from '#web/app/use-wide.ts'
import { useTexts } from '#web/texts/texts.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

/** Whether a list above shows its entries in the pane beside the page. */
const OpensPane = createContext(false)

/** Whether what a list opens stands in the pane beside the page, not in a sheet over it. */
export const useOpensPane = (): boolean => useContext(OpensPane)

/**
 * Gives a list the pane beside the page, where there is room for one; `hint` stands there until an entry is open.
 * A table, which needs the width, gives it up only while an entry `isOpen`.
 */
export function WithPane({
  hint,
  isOpen = true,
  children,
}: {
  hint?: string | undefined
  isOpen?: boolean
  children: ReactNode
}) {
  const isWide = useWide()
  return (
    <OpensPane value={isWide}>
      <div data-opens-pane={(isWide && isOpen) || undefined}>
        {children}
        {isWide && hint && (
          <InPane>
            <p className="gutter pt-10 text-center text-13 text-t3">{hint}</p>
          </InPane>
        )}
      </div>
    </OpensPane>
  )
}

/** What a sheet shows, in the pane: the page beside it stays in use. Esc closes it and leads back to the list. */
export function PaneSheet({
  title,
  text,
  onClose,
  children,
}: {
  title: string
  text?: ReactNode
  onClose(): void
  children: ReactNode
}) {
  const { t } = useTexts()
  const id = useId()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    // Opened by its URL, it leaves the focus where a new page has it.
    if (!(opener instanceof HTMLElement) || opener === document.body) return
    section.current?.focus({ preventScroll: true })
    return () => opener.focus({ preventScroll: true })
  }, [])
  return (
    <InPane>
      <section
        ref={section}
        tabIndex={-1}
        aria-labelledby={id}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
        className="gutter pb-6 focus-visible:outline-none"
      >
        <div className="sticky top-0 z-sticky flex min-h-(--bar) items-center gap-3 bg-bg">
          <div className="min-w-0 flex-1">
            <h2 id={id} className="text-17 font-semibold">
              {title}
            </h2>
            {text && <p className="text-13 text-t2">{text}</p>}
          </div>
          <IconButton icon={X} label={t('common.close')} onClick={onClose} className="-mr-3 !text-t2" />
        </div>
        {children}
      </section>
    </InPane>
  )
}

function InPane({ children }: { children: ReactNode }) {
  const pane = document.getElementById(PANE_ID)
  // What is opened in the pane opens sheets of its own over the page.
  return pane && createPortal(<OpensPane value={false}>{children}</OpensPane>, pane)
}
