/** The place beside the page where a list shows its entry's details, in windows of 1024 px and more. */
export const PANE_ID = 'list-pane'
