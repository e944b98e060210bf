/** One reason for a risk score: a factor, its measured value, and what it adds to the score. */
export type RiskReason = {
  readonly factor: string;
  readonly value: number;
  readonly unit: string;
  readonly contribution: number;
  readonly text: string;
};

/** Risk between 0 and 1 with its reasons, largest contribution first. `override_allowed` false means refuse. */
export type RiskAnswer = {
  readonly risk_score: number;
  readonly risk_level: 'low' | 'medium' | 'high';
  readonly override_allowed: boolean;
  readonly model: string;
  readonly top_reasons: readonly RiskReason[];
};
