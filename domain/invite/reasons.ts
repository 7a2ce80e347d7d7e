/** Why money of the commission moves. What is set aside and what comes back of it is between the platform's own accounts. */
export const inviteReasons = ['invite-reserve', 'invite-commission', 'invite-return'] as const
