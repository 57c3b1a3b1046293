"""People: accounts, teams, invitations, secrets, who owns which bot, and what each of them may see."""
