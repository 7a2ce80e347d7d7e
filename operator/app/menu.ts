import { create } from 'zustand'

/** Whether the list of pages is open, where there is no room for it beside them. */
export const useMenu = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }))
