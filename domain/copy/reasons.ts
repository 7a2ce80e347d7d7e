export const copyReasons = [
  // Of a follower's closed profit, set aside for the lead; and given back.
  'copy-share-reserve',
  'copy-share-return',
  // What of it is paid to the lead, and what the lead gets.
  'copy-share',
] as const
