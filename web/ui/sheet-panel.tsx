import { Dialog } from '@base-ui/react/dialog'
import { CircleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '#web/texts/texts.ts'
import { useSwipeDown } from './use-swipe-down.ts'

export interface SheetProps {
  isOpen: boolean
  onClose(): void
  title: string
  /** A line under the title. */
  text?: ReactNode
  /** Money that did not move is told with this mark before the title. */
  isRefusal?: boolean
  children?: ReactNode
}

/** The sheet itself; use `Sheet`, which loads this. */
export default function SheetPanel({ isOpen, onClose, title, text, isRefusal, children }: SheetProps) {
  const { t } = useTexts()
  const { panel, handle } = useSwipeDown(onClose)
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-mask bg-scrim transition-opacity duration-200 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        <Dialog.Popup
          ref={panel}
          className="fixed inset-x-0 bottom-0 z-popup mx-auto flex max-h-[88dvh] w-full max-w-(--sheet) flex-col rounded-t-20 border-t border-line2 bg-s1 outline-none transition-transform duration-200 ease-settle data-[ending-style]:translate-y-full data-[starting-style]:translate-y-full lg:inset-0 lg:m-auto lg:h-fit lg:rounded-20 lg:border lg:data-[ending-style]:translate-y-4 lg:data-[ending-style]:opacity-0 lg:data-[starting-style]:translate-y-4 lg:data-[starting-style]:opacity-0"
        >
          <div {...handle} className="relative flex touch-none items-start gap-3 gutter pt-6 pb-2 lg:pt-3">
            <span
              aria-hidden
              className="absolute top-2 left-1/2 h-1 w-9 -translate-x-1/2 rounded-full bg-grab lg:hidden"
            />
            {isRefusal && <CircleAlert aria-hidden size={24} className="mt-2.5 shrink-0 text-danger" />}
            <div className="min-w-0 flex-1 pt-2">
              <Dialog.Title className="text-20 font-semibold text-t1">{title}</Dialog.Title>
              {text && <Dialog.Description className="mt-1 text-15 text-t2">{text}</Dialog.Description>}
            </div>
            <Dialog.Close
              aria-label={t('common.close')}
              className="press -mr-3 flex size-11 shrink-0 items-center justify-center rounded-12 text-t2"
            >
              <X aria-hidden size={20} />
            </Dialog.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain gutter pb-[max(16px,env(safe-area-inset-bottom))]">
            {children}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
