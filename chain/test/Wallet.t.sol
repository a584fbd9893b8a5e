// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IBurnable} from "../contracts/interfaces/IBurnable.sol";
import {Wallet} from "../contracts/Wallet.sol";
import {Fixture} from "./support/Fixture.sol";
import {FalseToken, SilentToken} from "./support/HostileTokens.sol";

contract WalletTest is Fixture {
    /// @dev This test deploys it, so this test is what it obeys.
    Wallet private wallet;

    function setUp() public override {
        super.setUp();
        wallet = new Wallet();
        usdt.mint(address(wallet), 10 ether);
    }

    function testSendsForWhoeverDeployedIt() public {
        wallet.send(usdt, outsider, 4 ether);
        vm.assertEq(usdt.balanceOf(outsider), 4 ether);
        vm.assertEq(usdt.balanceOf(address(wallet)), 6 ether);
    }

    function testSendsTokensThatAnswerNothing() public {
        SilentToken silent = new SilentToken();
        silent.mint(address(wallet), 5);
        wallet.send(IERC20(address(silent)), outsider, 5);
        vm.assertEq(silent.balanceOf(outsider), 5);
    }

    function testRevertsWhenTheTokenSaysNo() public {
        FalseToken no = new FalseToken();
        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(no)));
        wallet.send(IERC20(address(no)), outsider, 1);
    }

    function testRevertsWhenThereIsNoToken() public {
        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, stranger));
        wallet.send(IERC20(stranger), outsider, 1);
        vm.expectRevert();
        wallet.burn(IBurnable(stranger), 1);
    }

    function testFuzzObeysNobodyElse(address caller, address to, uint256 amount) public {
        vm.assume(caller != address(this));
        vm.prank(caller);
        vm.expectRevert(abi.encodeWithSelector(Wallet.NotSettlement.selector, caller));
        wallet.send(usdt, to, amount);
        vm.prank(caller);
        vm.expectRevert(abi.encodeWithSelector(Wallet.NotSettlement.selector, caller));
        wallet.burn(IBurnable(address(qmgt)), amount);
    }

    function testImplementationObeysNobodyElse() public {
        address implementation = settlement.walletImplementation();
        usdt.mint(implementation, 1 ether);
        address[5] memory callers = [admin, settler, stranger, treasury, implementation];
        for (uint256 i = 0; i < callers.length; ++i) {
            vm.prank(callers[i]);
            vm.expectRevert(abi.encodeWithSelector(Wallet.NotSettlement.selector, callers[i]));
            Wallet(implementation).send(usdt, callers[i], 1 ether);
        }
    }

    function testHasNothingToInitialiseOrDestroy() public {
        bytes[6] memory calls = [
            abi.encodeWithSignature("initialize()"),
            abi.encodeWithSignature("initialize(address)", stranger),
            abi.encodeWithSignature("transferOwnership(address)", stranger),
            abi.encodeWithSignature("upgradeToAndCall(address,bytes)", stranger, ""),
            abi.encodeWithSignature("destroy()"),
            bytes("")
        ];
        address[3] memory wallets = [settlement.walletImplementation(), treasury, address(wallet)];
        for (uint256 w = 0; w < wallets.length; ++w) {
            bytes32 code = wallets[w].codehash;
            for (uint256 c = 0; c < calls.length; ++c) {
                vm.prank(stranger);
                (bool success,) = wallets[w].call(calls[c]);
                vm.assertFalse(success);
            }
            vm.assertEq(wallets[w].codehash, code);
        }
    }

    /// @dev A clone only delegates to the implementation, which has no SELFDESTRUCT, DELEGATECALL, CALLCODE, CREATE or CREATE2.
    function testCodeHoldsNoWayToDestroyOrDelegate() public view {
        bytes memory code = settlement.walletImplementation().code;
        for (uint256 i = 0; i < code.length; ++i) {
            uint8 instruction = uint8(code[i]);
            vm.assertTrue(
                instruction != 0xff && instruction != 0xf4 && instruction != 0xf2 && instruction != 0xf0
                    && instruction != 0xf5,
                "a forbidden instruction"
            );
            // What PUSH carries is data.
            if (instruction >= 0x60 && instruction <= 0x7f) i += instruction - 0x5f;
        }
    }

    function testForeignCloneOfTheImplementationIsNobodysTool() public {
        Wallet foreign = Wallet(Clones.clone(settlement.walletImplementation()));
        usdt.mint(address(foreign), 1 ether);
        vm.assertEq(address(foreign).codehash, settlement.walletCodeHash());
        vm.expectRevert(abi.encodeWithSelector(Wallet.NotSettlement.selector, address(this)));
        foreign.send(usdt, address(this), 1 ether);
        vm.expectRevert(abi.encodeWithSelector(Wallet.NotSettlement.selector, address(this)));
        foreign.burn(IBurnable(address(qmgt)), 0);
    }
}
