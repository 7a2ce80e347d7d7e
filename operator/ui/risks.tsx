/** Why an operator should look twice, in the server's words. */
export const Risks = ({ risk }: { risk: readonly string[] }) =>
  risk.map((one) => (
    <p key={one} className="pb-3 text-13 text-danger">
      {one}
    </p>
  ))
