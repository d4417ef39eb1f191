/**
 * Whether this installation has a service that makes AR/VR simulations (the product's `genie3`). No vendor offers a public call for them
 * (A18), so there is nothing to configure: requests for them are answered with that and not charged.
 */
export const hasSimulationService = (): boolean => false;
